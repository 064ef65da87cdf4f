#include "stickslip/scene/detail/profiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numbers>
#include <sstream>
#include <tuple>
#include <utility>

#include "stickslip/core/field.hpp"
#include "stickslip/record/csv.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene {

namespace detail {

// mean + amplitude sin(2π frequency t + phase)
struct Sine {
  double mean = 0.0;
  double amplitude = required;
  double frequency = required;
  double phase = 0.0;

  static constexpr auto fields() {
    return std::tuple{Field{"mean", &Sine::mean, "1", any_finite, "in the quantity's unit"},
                      Field{"amplitude", &Sine::amplitude, "1", any_finite, "in the quantity's unit"},
                      Field{"frequency", &Sine::frequency, "Hz", not_negative, "periods per second"},
                      Field{"phase", &Sine::phase, "rad", any_finite, "at t = 0"}};
  }
};

// From one value to another between two times, constant before and after.
struct Ramp {
  double from = 0.0;
  double to = required;
  double start = 0.0;
  double end = required;

  static constexpr auto fields() {
    return std::tuple{Field{"from", &Ramp::from, "1", any_finite, "value until start, in the quantity's unit"},
                      Field{"to", &Ramp::to, "1", any_finite, "value from end on, in the quantity's unit"},
                      Field{"start", &Ramp::start, "s", any_finite, "time at which it begins to change"},
                      Field{"end", &Ramp::end, "s", Member{"start", &Ramp::start}, "time from which it is constant"}};
  }
};

// How a table is read between its rows.
enum class Interpolation : std::uint8_t { linear, hold };

}  // namespace detail

}  // namespace stickslip::scene

template <>
struct stickslip::Names<stickslip::scene::detail::Interpolation> {
  using I = scene::detail::Interpolation;
  static constexpr Named<I> table[] = {{I::linear, "linear"}, {I::hold, "hold"}};
};

namespace stickslip::scene::detail {

namespace {

constexpr std::size_t largest_csv = std::size_t{64} << 20U;  // [byte]

Profile sine_of(const Node& node, const SceneFiles& /*files*/) {
  const auto sine = read_fields<Sine>(node);
  return Profile([sine](double t) {
    return sine.mean + sine.amplitude * std::sin(2.0 * std::numbers::pi * sine.frequency * t + sine.phase);
  });
}

Profile ramp_of(const Node& node, const SceneFiles& /*files*/) {
  const auto ramp = read_fields<Ramp>(node);
  require_at(node, check_fields(ramp));
  if (ramp.start == ramp.end) return Profile(Profile::Steps{{ramp.start - 1.0, ramp.start}, {ramp.from, ramp.to}});
  return Profile([ramp](double t) {
    const double share = std::clamp((t - ramp.start) / (ramp.end - ramp.start), 0.0, 1.0);
    return ramp.from + share * (ramp.to - ramp.from);
  });
}

Profile steps_of(const Node& node, const SceneFiles& /*files*/) {
  return Profile(Profile::Steps{numbers_of(*node.find("t")), numbers_of(*node.find("value"))});
}

// The line of the file on which a row of numbers stands: rows follow the header, blank lines do not count.
std::size_t line_of_row(const std::string& text, std::size_t row) {
  std::istringstream lines(text);
  std::string line;
  std::size_t number = 0, rows = 0;
  while (std::getline(lines, line)) {
    ++number;
    if (number == 1 || line.empty() || line == "\r") continue;
    if (rows++ == row) return number;
  }
  return number;
}

// A column of a CSV file over its column of time.
Profile csv_of(const Node& node, const SceneFiles& files) {
  const std::string file = node.find("file")->text(), text = files.read(file, largest_csv);
  const auto name_of_column = [&](const char* key, const char* otherwise) {
    const Node* const value = given(node, key);
    return value == nullptr ? std::string(otherwise) : value->text();
  };
  std::istringstream stream(text);
  const record::Series series = record::read_csv(stream, "profile", file);
  Profile::Steps steps{series[name_of_column("time", "t")], series[node.find("column")->text()]};
  if (steps.times.empty()) throw ParseError(file, 1, "the table has no rows");
  for (std::size_t i = 0; i < steps.times.size(); ++i) {
    const auto fail = [&](const std::string& what) { throw ParseError(file, line_of_row(text, i), what); };
    if (!std::isfinite(steps.values[i])) fail("the value is " + to_text(steps.values[i]) + ", must be finite");
    if (!std::isfinite(steps.times[i]) || (i > 0 && steps.times[i] <= steps.times[i - 1])) {
      fail("the time is " + to_text(steps.times[i]) + ", must be finite and greater than the one before");
    }
  }
  if (value_named<Interpolation>(name_of_column("interpolation", "linear")) == Interpolation::hold) {
    return Profile(std::move(steps));
  }
  // Shared: a table may be long, and profiles are copied.
  const auto table = std::make_shared<const Profile::Steps>(std::move(steps));
  return Profile([table](double t) {
    const auto& [times, values] = *table;
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    if (after == times.begin()) return values.front();
    if (after == times.end()) return values.back();
    const auto i = static_cast<std::size_t>(after - times.begin());
    const double share = (t - times[i - 1]) / (times[i] - times[i - 1]);
    return values[i - 1] + share * (values[i] - values[i - 1]);
  });
}

}  // namespace

const std::vector<Kind<Profile>>& profile_kinds() {
  static const std::vector<Kind<Profile>> all = {
      {"constant", "the same at all times", Schema::number(),
       [](const Node& node, const SceneFiles&) { return Profile(node.number()); }},
      {"steps", "value[i] from t[i] until t[i + 1]; the first also before, the last also after",
       Schema::object({{"t", Schema::list(Schema::number("s"), 1), "times, rising", true},
                       {"value", Schema::list(Schema::number(), 1), "as many values", true}}),
       steps_of},
      {"sine", "mean + amplitude sin(2π frequency t + phase)", Schema::object(field_keys<Sine>()), sine_of},
      {"ramp", "from one value to another, linearly, and constant before and after", Schema::object(field_keys<Ramp>()),
       ramp_of},
      {"csv", "a column of a CSV file",
       Schema::object({{"file", Schema::file(), "below the scene's folder; the first line names the columns", true},
                       {"column", Schema::text(), "its values", true},
                       {"time", Schema::text(), "the column of its times [s], rising", false, "t"},
                       {"interpolation", names_schema<Interpolation>(), "between two rows", false, "linear"}}),
       csv_of},
  };
  return all;
}

Schema profile_schema(const char* unit) {
  return Schema::either({Schema::number(unit), schema_of(profile_kinds())});
}

Schema profiles_schema(const char* unit, std::size_t least, std::size_t most) {
  return Schema::list(profile_schema(unit), least, most);
}

Profile profile_of(const Node& node, const SceneFiles& files) {
  if (node.is(NodeKind::number)) return node.number();
  return made(profile_kinds(), node, files);
}

}  // namespace stickslip::scene::detail
