"""Laws to test and how their arrays are shaped."""

import stickslip.friction as friction

LUGRE = dict(sigma0=1e5, sigma1=300.0, sigma2=0.4, mu_c=1.0, mu_s=1.5, v_s=1e-3, gamma=2.0)
LAWS = {
    "Coulomb": friction.Coulomb(mu_c=0.5, mu_s=0.7, v_s=2e-3, gamma=1.0, sigma2=0.1),
    "Dahl": friction.Dahl(sigma0=1e4, f_c=1.0, exponent=1.0),
    "Dahl exponent 2.5": friction.Dahl(sigma0=1e4, f_c=1.0, exponent=2.5),
    "LuGre": friction.LuGre(**LUGRE),
    "LuGre gamma 0.7": friction.LuGre(**{**LUGRE, "gamma": 0.7}),
    "ElastoPlastic": friction.ElastoPlastic(**LUGRE, s_ba=0.8),
}
MAPS = ("stick_slide", "stick_slip_slide", "stick_creep_slip_slide")


def shaped(samples):
    """The same samples as the package wants them: (N,) in one dimension."""
    return samples[:, 0] if samples.shape[1] == 1 else samples


def columns(array):
    """As (N, dim), also in one dimension."""
    return array.reshape(len(array), -1)
