/* The friction that a tool held in the hand should feel, for firmware and for languages other than C++.
 *
 * A renderer takes positions of the tool and returns the force on it, in bounded time. The laws, their
 * equations and the meaning of every parameter are those of stickslip/haptics/renderer.hpp and
 * stickslip/friction; this is the same code behind C99. SI units throughout.
 *
 * Positions and forces are 3-D: x, y, z in metres and newtons. Motion in one or two dimensions embeds
 * exactly: leave the other entries 0 and those of the force stay 0, because no law prefers a direction.
 *
 * For firmware: a renderer is a plain struct of STICKSLIP_RENDERER_SIZE bytes that the caller owns, on the
 * stack, in static memory or inside another struct. It may be copied by assignment; there is nothing to free.
 * No heap, no lock, no file, no global state: different renderers may be used from different threads and
 * interrupts at once, one renderer from one at a time. No loop depends on the data. The archive needs libc
 * (memcpy and the like) and libm only, not the C++ runtime.
 *
 * Functions that return int return 0 or more where a force was made or a sample refused, and less than 0
 * where the call itself was wrong; see stickslip_status. Whatever happens, force is written with finite
 * numbers if it is not NULL. */
#ifndef STICKSLIP_HAPTICS_H
#define STICKSLIP_HAPTICS_H

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-using): C has typedef only. */

#define STICKSLIP_RENDERER_SIZE 512

/* Its contents are private. Fill it with one of the init functions. */
typedef struct stickslip_renderer {
  union {
    double alignment;
    unsigned char bytes[STICKSLIP_RENDERER_SIZE];
  } storage;
} stickslip_renderer;

typedef enum stickslip_status {
  STICKSLIP_OK = 0,               /* the law's force */
  STICKSLIP_LIMITED = 1,          /* scaled back to force_limit */
  STICKSLIP_REFUSED_POSITION = 2, /* position NaN or infinite */
  STICKSLIP_REFUSED_TIME = 3,     /* time NaN or infinite, or not after that of the last sample */
  STICKSLIP_REFUSED_LOAD = 4,     /* normal force NaN, infinite or negative */
  STICKSLIP_REFUSED_OVERFLOW = 5, /* the force, or the step between two samples, would be infinite */
  STICKSLIP_NULL_POINTER = -1,    /* an argument that must not be NULL is; force is zero */
  STICKSLIP_NOT_INITIALISED = -2, /* no init function has succeeded on this renderer; force is zero */
  STICKSLIP_INVALID_ARGUMENT = -3 /* a parameter is out of range; see stickslip_error */
} stickslip_status;

typedef enum stickslip_regime {
  STICKSLIP_NO_REGIME = -1, /* the law has none, or there is no renderer */
  STICKSLIP_STUCK = 0,
  STICKSLIP_CREEPING = 1,
  STICKSLIP_SLIPPING = 2,
  STICKSLIP_SLIDING = 3
} stickslip_regime;

typedef enum stickslip_adhesion_map {
  STICKSLIP_STICK_SLIDE = 0,
  STICKSLIP_STICK_SLIP_SLIDE = 1,
  STICKSLIP_STICK_CREEP_SLIP_SLIDE = 2
} stickslip_adhesion_map;

/* Which argument was wrong. The texts are constants, never to be freed. */
typedef struct stickslip_error {
  const char* argument; /* its name; "" if there was no error */
  double value;         /* what was given */
  const char* rule;     /* "must be …", with the unit */
  double bound;         /* the number with which the rule ends; NaN if it ends with none */
} stickslip_error;

typedef struct stickslip_options {
  double period;      /* time from sample to sample where no time is given [s], > 0 */
  double force_limit; /* longest force [N], > 0; INFINITY for none */
} stickslip_options;

/* Needs no clock. */
typedef struct stickslip_adhesion {
  double z_max;     /* tension in sliding [m], > 0 */
  double z_stick;   /* tension at which the contact lets go [m], >= z_max; 0 means 2 z_max */
  double stiffness; /* [N/m], > 0 */
  int map;          /* a stickslip_adhesion_map */
} stickslip_adhesion;

/* Needs no clock. */
typedef struct stickslip_dahl {
  double sigma0;   /* stiffness [N/m], > 0 */
  double f_c;      /* Coulomb force [N], > 0 */
  double exponent; /* >= 1 */
} stickslip_dahl;

typedef struct stickslip_lugre {
  double sigma0; /* bristle stiffness [1/m], > 0 */
  double sigma1; /* bristle damping [s/m], >= 0 */
  double sigma2; /* viscous coefficient [s/m], >= 0 */
  double mu_c;   /* kinetic coefficient, > 0 */
  double mu_s;   /* static coefficient, >= mu_c */
  double v_s;    /* Stribeck speed [m/s], > 0 */
  double gamma;  /* Stribeck exponent, > 0 */
} stickslip_lugre;

typedef struct stickslip_elasto_plastic {
  stickslip_lugre lugre;
  double s_ba; /* share of the greatest deflection that is elastic, > 0 and < 1 */
} stickslip_elasto_plastic;

/* NOLINTEND(modernize-use-using) */

/* Fill in what has a usual value: period 1e-3, force_limit INFINITY; z_stick 0 (so 2 z_max), map stick-slide,
 * stiffness 1; exponent 1; sigma1 0, sigma2 0, v_s 1e-3, gamma 2, s_ba 0.9. The rest becomes NaN, which init
 * refuses: set it. NULL is ignored. */
void stickslip_options_defaults(stickslip_options* options);
void stickslip_adhesion_defaults(stickslip_adhesion* law);
void stickslip_dahl_defaults(stickslip_dahl* law);
void stickslip_lugre_defaults(stickslip_lugre* law);
void stickslip_elasto_plastic_defaults(stickslip_elasto_plastic* law);

/* Make a renderer of the law. options may be NULL for the defaults, error may be NULL. Return STICKSLIP_OK,
 * STICKSLIP_NULL_POINTER or STICKSLIP_INVALID_ARGUMENT; after the last two the renderer counts as not
 * initialised. */
int stickslip_renderer_init_adhesion(stickslip_renderer* renderer, const stickslip_adhesion* law,
                                     const stickslip_options* options, stickslip_error* error);
int stickslip_renderer_init_dahl(stickslip_renderer* renderer, const stickslip_dahl* law,
                                 const stickslip_options* options, stickslip_error* error);
int stickslip_renderer_init_lugre(stickslip_renderer* renderer, const stickslip_lugre* law,
                                  const stickslip_options* options, stickslip_error* error);
int stickslip_renderer_init_elasto_plastic(stickslip_renderer* renderer, const stickslip_elasto_plastic* law,
                                           const stickslip_options* options, stickslip_error* error);

/* One sample: position x [m], normal force [N] (1 where the law does not scale with load), force on the tool
 * [N]. update: the sample comes one period after the last. update_at: it was taken at time t [s]. The first
 * sample sets the origin, with zero force. x and force may be the same array. */
int stickslip_renderer_update(stickslip_renderer* renderer, const double x[3], double normal_force, double force[3]);
int stickslip_renderer_update_at(stickslip_renderer* renderer, const double x[3], double t, double normal_force,
                                 double force[3]);

/* Forget contact, clock and last force, as when the tool is lifted from the surface. */
int stickslip_renderer_reset(stickslip_renderer* renderer);

/* Tension or mean bristle deflection z [m], and the point w = x - z to which the surface holds the tool [m].
 */
int stickslip_renderer_deflection(const stickslip_renderer* renderer, double z[3]);
int stickslip_renderer_adhesion_point(const stickslip_renderer* renderer, double w[3]);
/* A stickslip_regime: that of the last sample. */
int stickslip_renderer_regime(const stickslip_renderer* renderer);

/* Constant texts, never NULL: "ok", "refused_time", …; "stuck", "sliding", …; "0.1.0". */
const char* stickslip_status_text(int status);
const char* stickslip_regime_text(int regime);
const char* stickslip_haptics_version(void);

#ifdef __cplusplus
}
#endif

#endif /* STICKSLIP_HAPTICS_H */
