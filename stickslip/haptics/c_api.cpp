// The C interface: Renderer<3> in the caller's memory.
//
// Built without exceptions, run-time types and the C++ library, so nothing here may throw, allocate or
// need a symbol of libstdc++; a test looks at the archive.
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <optional>
#include <type_traits>

#include "stickslip/core/error.hpp"
#include "stickslip/core/field.hpp"
#include "stickslip/core/names.hpp"
#include "stickslip/core/version.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/haptics/renderer.hpp"
#include "stickslip/haptics/status.hpp"
#include "stickslip/haptics/stickslip_haptics.h"

namespace {

using stickslip::check_fields;
using stickslip::unchecked;
using stickslip::Vec;
using stickslip::Violation;
using stickslip::friction::Adhesion;
using stickslip::friction::AdhesionMap;
using stickslip::friction::Dahl;
using stickslip::friction::ElastoPlastic;
using stickslip::friction::LuGre;
using stickslip::friction::Regime;
using stickslip::haptics::Conditions;
using stickslip::haptics::Law;
using stickslip::haptics::Renderer;
using stickslip::haptics::RendererOptions;
using stickslip::haptics::Status;

// What lies in the caller's bytes. The mark tells a renderer from memory that never was one.
struct Stored {
  static constexpr std::uint64_t initialised = 0x736c69702d313a33;
  std::uint64_t mark;
  Renderer<3> renderer;
};
static_assert(sizeof(Stored) <= STICKSLIP_RENDERER_SIZE && sizeof(stickslip_renderer) == STICKSLIP_RENDERER_SIZE);
static_assert(alignof(Stored) <= alignof(stickslip_renderer));
static_assert(std::is_trivially_destructible_v<Stored>, "the caller never says that it is done");

template <class Enum>
constexpr bool same(int c_value, Enum value) {
  return c_value == static_cast<int>(value);
}
static_assert(same(STICKSLIP_OK, Status::ok) && same(STICKSLIP_LIMITED, Status::limited) &&
              same(STICKSLIP_REFUSED_POSITION, Status::refused_position) &&
              same(STICKSLIP_REFUSED_TIME, Status::refused_time) &&
              same(STICKSLIP_REFUSED_LOAD, Status::refused_load) &&
              same(STICKSLIP_REFUSED_OVERFLOW, Status::refused_overflow));
static_assert(same(STICKSLIP_STUCK, Regime::stuck) && same(STICKSLIP_CREEPING, Regime::creeping) &&
              same(STICKSLIP_SLIPPING, Regime::slipping) && same(STICKSLIP_SLIDING, Regime::sliding));
static_assert(same(STICKSLIP_STICK_SLIDE, AdhesionMap::stick_slide) &&
              same(STICKSLIP_STICK_SLIP_SLIDE, AdhesionMap::stick_slip_slide) &&
              same(STICKSLIP_STICK_CREEP_SLIP_SLIDE, AdhesionMap::stick_creep_slip_slide));

const Stored* stored(const stickslip_renderer* renderer) noexcept {
  return std::launder(reinterpret_cast<const Stored*>(renderer->storage.bytes));
}
Stored* stored(stickslip_renderer* renderer) noexcept {
  return std::launder(reinterpret_cast<Stored*>(renderer->storage.bytes));
}

// STICKSLIP_OK if the renderer may be used. The mark is read as bytes: there may be no Stored yet.
int usable(const stickslip_renderer* renderer) noexcept {
  if (renderer == nullptr) return STICKSLIP_NULL_POINTER;
  std::uint64_t mark = 0;
  std::memcpy(&mark, renderer->storage.bytes + offsetof(Stored, mark), sizeof mark);
  return mark == Stored::initialised ? STICKSLIP_OK : STICKSLIP_NOT_INITIALISED;
}

void write(double out[3], const Vec<3>& value) noexcept {
  for (int i = 0; i < 3; ++i) out[i] = value[i];
}

int report(const Violation& violation, stickslip_error* error, int code) noexcept {
  if (error != nullptr) *error = {violation.argument, violation.value, violation.rule, violation.bound};
  return code;
}

// A struct of C and one of C++ with the same numbers in the same order. That they have the same names, a test sees to.
template <class To, class From>
To translated(const From& from) noexcept {
  return std::bit_cast<To>(from);
}

// Common to all laws: `parameters` is the law's own struct, already translated.
template <class LawType>
int init(stickslip_renderer* renderer, const typename LawType::Parameters& parameters, const stickslip_options* options,
         stickslip_error* error) noexcept {
  RendererOptions chosen;
  if (options != nullptr) chosen = translated<RendererOptions>(*options);
  std::optional<Violation> bad = LawType::check(parameters);
  if (!bad) bad = check_fields(chosen);
  if (bad) return report(*bad, error, STICKSLIP_INVALID_ARGUMENT);
  const Law law(LawType(parameters, unchecked));
  new (renderer->storage.bytes) Stored{Stored::initialised, Renderer<3>(law, chosen, unchecked)};
  return STICKSLIP_OK;
}

// Clears the error and unmarks the renderer, so that a failed init leaves no old one behind.
int begin_init(stickslip_renderer* renderer, const void* law, stickslip_error* error) noexcept {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (error != nullptr) *error = {"", nan, "", nan};
  if (renderer == nullptr) return report({"renderer", nan, "must not be NULL"}, error, STICKSLIP_NULL_POINTER);
  for (unsigned char& byte : renderer->storage.bytes) byte = 0;
  if (law == nullptr) return report({"law", nan, "must not be NULL"}, error, STICKSLIP_NULL_POINTER);
  return STICKSLIP_OK;
}

// The name of the value of an enum that a C code stands for.
template <class Enum>
const char* text_of(int code) noexcept {
  for (const auto& row : stickslip::Names<Enum>::table) {
    if (same(code, row.value)) return row.name.data();
  }
  return "unknown";
}

int update(stickslip_renderer* renderer, const double x[3], const Conditions& conditions, double force[3]) noexcept {
  const int usability = x == nullptr || force == nullptr ? STICKSLIP_NULL_POINTER : usable(renderer);
  if (usability != STICKSLIP_OK) {
    if (force != nullptr) write(force, Vec<3>::Zero());
    return usability;
  }
  const auto rendered = stored(renderer)->renderer.render(Vec<3>(x[0], x[1], x[2]), conditions);
  write(force, rendered.force);
  return static_cast<int>(rendered.status);
}

}  // namespace

extern "C" {

void stickslip_options_defaults(stickslip_options* options) {
  if (options != nullptr) *options = translated<stickslip_options>(RendererOptions{});
}

void stickslip_adhesion_defaults(stickslip_adhesion* law) {
  const Adhesion::Parameters usual;
  if (law != nullptr) *law = {usual.z_max, 0.0, usual.stiffness, static_cast<int>(usual.map)};
}

void stickslip_dahl_defaults(stickslip_dahl* law) {
  if (law != nullptr) *law = translated<stickslip_dahl>(Dahl::Parameters{});
}

void stickslip_lugre_defaults(stickslip_lugre* law) {
  if (law != nullptr) *law = translated<stickslip_lugre>(LuGre::Parameters{});
}

void stickslip_elasto_plastic_defaults(stickslip_elasto_plastic* law) {
  if (law != nullptr) *law = translated<stickslip_elasto_plastic>(ElastoPlastic::Parameters{});
}

int stickslip_renderer_init_adhesion(stickslip_renderer* renderer, const stickslip_adhesion* law,
                                     const stickslip_options* options, stickslip_error* error) {
  if (const int code = begin_init(renderer, law, error); code != STICKSLIP_OK) return code;
  if (law->map < STICKSLIP_STICK_SLIDE || law->map > STICKSLIP_STICK_CREEP_SLIP_SLIDE) {
    return report({"map", static_cast<double>(law->map), "must be a stickslip_adhesion_map, 0 to 2"}, error,
                  STICKSLIP_INVALID_ARGUMENT);
  }
  Adhesion::Parameters parameters;
  parameters.z_max = law->z_max;
  if (law->z_stick != 0.0) parameters.z_stick = law->z_stick;
  parameters.map = static_cast<AdhesionMap>(law->map);
  parameters.stiffness = law->stiffness;
  return init<Adhesion>(renderer, parameters, options, error);
}

int stickslip_renderer_init_dahl(stickslip_renderer* renderer, const stickslip_dahl* law,
                                 const stickslip_options* options, stickslip_error* error) {
  if (const int code = begin_init(renderer, law, error); code != STICKSLIP_OK) return code;
  return init<Dahl>(renderer, translated<Dahl::Parameters>(*law), options, error);
}

int stickslip_renderer_init_lugre(stickslip_renderer* renderer, const stickslip_lugre* law,
                                  const stickslip_options* options, stickslip_error* error) {
  if (const int code = begin_init(renderer, law, error); code != STICKSLIP_OK) return code;
  return init<LuGre>(renderer, translated<LuGre::Parameters>(*law), options, error);
}

int stickslip_renderer_init_elasto_plastic(stickslip_renderer* renderer, const stickslip_elasto_plastic* law,
                                           const stickslip_options* options, stickslip_error* error) {
  if (const int code = begin_init(renderer, law, error); code != STICKSLIP_OK) return code;
  return init<ElastoPlastic>(renderer, translated<ElastoPlastic::Parameters>(*law), options, error);
}

int stickslip_renderer_update(stickslip_renderer* renderer, const double x[3], double normal_force, double force[3]) {
  return update(renderer, x, {.normal_force = normal_force}, force);
}

int stickslip_renderer_update_at(stickslip_renderer* renderer, const double x[3], double t, double normal_force,
                                 double force[3]) {
  return update(renderer, x, {.t = t, .normal_force = normal_force}, force);
}

int stickslip_renderer_reset(stickslip_renderer* renderer) {
  if (const int code = usable(renderer); code != STICKSLIP_OK) return code;
  stored(renderer)->renderer.reset();
  return STICKSLIP_OK;
}

int stickslip_renderer_deflection(const stickslip_renderer* renderer, double z[3]) {
  if (z == nullptr) return STICKSLIP_NULL_POINTER;
  const int code = usable(renderer);
  write(z, code == STICKSLIP_OK ? stored(renderer)->renderer.deflection() : Vec<3>(Vec<3>::Zero()));
  return code;
}

int stickslip_renderer_adhesion_point(const stickslip_renderer* renderer, double w[3]) {
  if (w == nullptr) return STICKSLIP_NULL_POINTER;
  const int code = usable(renderer);
  write(w, code == STICKSLIP_OK ? stored(renderer)->renderer.adhesion_point() : Vec<3>(Vec<3>::Zero()));
  return code;
}

int stickslip_renderer_regime(const stickslip_renderer* renderer) {
  if (usable(renderer) != STICKSLIP_OK) return STICKSLIP_NO_REGIME;
  const auto regime = stored(renderer)->renderer.regime();
  return regime ? static_cast<int>(*regime) : STICKSLIP_NO_REGIME;
}

const char* stickslip_status_text(int status) {
  switch (status) {
    case STICKSLIP_NULL_POINTER:
      return "null_pointer";
    case STICKSLIP_NOT_INITIALISED:
      return "not_initialised";
    case STICKSLIP_INVALID_ARGUMENT:
      return "invalid_argument";
    default:
      return text_of<Status>(status);
  }
}

const char* stickslip_regime_text(int regime) {
  return regime == STICKSLIP_NO_REGIME ? "no_regime" : text_of<Regime>(regime);
}

const char* stickslip_haptics_version(void) {
  return stickslip::version;
}

}  // extern "C"
