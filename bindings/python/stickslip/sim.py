"""Bodies moved through time by the forces on them.

    import stickslip as ss
    world = ss.sim.World()
    ground = world.add_plane(mu=0.5)
    box = world.add_body(ss.geometry.Polyhedron.box((1, 1, 1)), mass=1.0, position=(0, 0, 0.5), velocity=(0, 2, 0))
    run = world.run(until=1.0)
    print(run[box].position[-1], run.report)

A World holds rigid bodies that touch, stick and slide, and joints between them: Body and Joint handles, a ContactSet
and a StepReport per step, and a Recording, with a BodyRecord per body and a JointRecord per joint, of a run.
fit_velocities, for velocities that joints do not allow, returns a FittedVelocity per body it changed.

    hinge = world.add_hinge(box, ground, point=(0, 0, 1), axis=(0, 1, 0))
    hinge.drive(target=0.5, stiffness=200.0, damping=5.0)

    world.add_contact_model(ss.sim.Volume())     # from now on by volumes: a VolumeSet per step

    law = ss.friction.ElastoPlastic(sigma0=1e6, sigma1=8e2, sigma2=0.2, mu_c=1.0, mu_s=1.2)
    patch = ss.patch.ReducedPatch(law, ss.patch.Pressure.disc(radius=0.01))
    res = ss.sim.simulate(patch, mass=0.2, inertia=1e-4, load=(0.0, -1.96, 0.0), normal_force=2.0, t_end=0.5)

simulate moves a planar body that a friction patch holds or carries, and returns its Trajectory. SolveStatus, that of
stickslip.solvers, says how well steps were solved.
"""

from ._stickslip.sim import (
    Body,
    BodyRecord,
    ContactSet,
    FittedVelocity,
    Joint,
    JointRecord,
    Recording,
    StepReport,
    Trajectory,
    Volume,
    VolumeSet,
    World,
    simulate,
)
from .solvers import SolveStatus

__all__ = [
    "Body",
    "BodyRecord",
    "ContactSet",
    "FittedVelocity",
    "Joint",
    "JointRecord",
    "Recording",
    "SolveStatus",
    "StepReport",
    "Trajectory",
    "Volume",
    "VolumeSet",
    "World",
    "simulate",
]
