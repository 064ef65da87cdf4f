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
#include "stickslip/scene/detail/spline.hpp"
#include "stickslip/scene/field_schema.hpp"

namespace stickslip::scene::detail {

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
enum class Interpolation : std::uint8_t { linear, hold, cubic };

}  // namespace stickslip::scene::detail

template <>
struct stickslip::Names<stickslip::scene::detail::Interpolation> {
  using I = scene::detail::Interpolation;
  static constexpr Named<I> table[] = {{I::linear, "linear"}, {I::hold, "hold"}, {I::cubic, "cubic"}};
};

namespace stickslip::scene::detail {

namespace {

constexpr std::size_t largest_csv = std::size_t{64} << 20U;  // [byte]

Profile sine_of(const Node& node, const SceneFiles& /*files*/) {
  const auto sine = read_fields<Sine>(node);
  const auto angle = [sine](double t) { return 2.0 * std::numbers::pi * sine.frequency * t + sine.phase; };
  const auto value = [sine, angle](double t) { return sine.mean + sine.amplitude * std::sin(angle(t)); };
  return {value, [sine, angle, value](double from, double to) {
            auto [low, high] = std::minmax({value(from), value(to)});
            // Whether there is an angle start + 2π k on the way.
            const auto passes = [&](double start) {
              constexpr double turn = 2.0 * std::numbers::pi;
              return std::floor((angle(to) - start) / turn) > std::floor((angle(from) - start) / turn);
            };
            const double top = sine.mean + sine.amplitude, bottom = sine.mean - sine.amplitude;
            if (passes(0.5 * std::numbers::pi)) std::tie(low, high) = std::minmax({low, high, top});
            if (passes(-0.5 * std::numbers::pi)) std::tie(low, high) = std::minmax({low, high, bottom});
            return Profile::Range{low, high};
          }};
}

// Where t is between two times, from 0 to 1. Their difference may be more than any number: halves are not.
double share_of(double t, double start, double end) {
  return std::clamp((0.5 * t - 0.5 * start) / (0.5 * end - 0.5 * start), 0.0, 1.0);
}

Profile ramp_of(const Node& node, const SceneFiles& /*files*/) {
  const auto ramp = read_fields<Ramp>(node);
  require_at(node, check_fields(ramp));
  if (ramp.start == ramp.end) return Profile(Profile::Steps{{ramp.start - 1.0, ramp.start}, {ramp.from, ramp.to}});
  const auto value = [ramp](double t) { return std::lerp(ramp.from, ramp.to, share_of(t, ramp.start, ramp.end)); };
  return {value, [value](double from, double to) { return Profile::Range(std::minmax({value(from), value(to)})); }};
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

// As spreadsheets and people write tables: without the mark that some begin UTF-8 with, and without blanks around cells. Where cells are
// quoted blanks may belong to them.
std::string tidied(const std::string& text) {
  const std::string_view mark = "\xEF\xBB\xBF";
  const std::string rest = text.starts_with(mark) ? text.substr(mark.size()) : text;
  if (rest.find('"') != std::string::npos) return rest;
  std::string out;
  const auto drop_blanks = [&out] {
    while (!out.empty() && (out.back() == ' ' || out.back() == '\t')) out.pop_back();
  };
  bool is_at_start = true;
  for (const char c : rest) {
    const bool is_blank = c == ' ' || c == '\t', ends_cell = c == ',' || c == '\n' || c == '\r';
    if (is_blank && is_at_start) continue;
    if (ends_cell) drop_blanks();
    out += c;
    is_at_start = ends_cell;
  }
  drop_blanks();
  return out;
}

// A column of a CSV file over its column of time.
Profile csv_of(const Node& node, const SceneFiles& files) {
  const std::string file = node.find("file")->text(), text = files.read(file, largest_csv);
  const auto name_of_column = [&](const char* key, const char* otherwise) {
    const Node* const value = given(node, key);
    return value == nullptr ? std::string(otherwise) : value->text();
  };
  std::istringstream stream(tidied(text));
  const record::Series series = record::read_csv(stream, "profile", file);
  const auto column = [&](const std::string& name) {
    for (const record::Column& one : series.columns()) {
      if (one.name == name) return one.values;
    }
    std::string there;
    for (const record::Column& one : series.columns()) there += (there.empty() ? "'" : ", '") + one.name + "'";
    throw ParseError(file, 1, "there is no column '" + name + "'; there are: " + there);
  };
  Profile::Steps steps{column(name_of_column("time", "t")), column(node.find("column")->text())};
  if (steps.times.empty()) throw ParseError(file, 1, "the table has no rows");
  for (std::size_t i = 0; i < steps.times.size(); ++i) {
    const auto fail = [&](const std::string& what) { throw ParseError(file, line_of_row(text, i), what); };
    if (!std::isfinite(steps.values[i])) fail("the value is " + to_text(steps.values[i]) + ", must be finite");
    if (!std::isfinite(steps.times[i]) || (i > 0 && steps.times[i] <= steps.times[i - 1])) {
      fail("the time is " + to_text(steps.times[i]) + ", must be finite and greater than the one before");
    }
  }
  const auto interpolation = value_named<Interpolation>(name_of_column("interpolation", "linear"));
  if (interpolation == Interpolation::hold) return Profile(std::move(steps));
  // Shared: a table may be long, and profiles are copied.
  if (interpolation == Interpolation::cubic) {
    const auto spline = std::make_shared<const Spline>(std::move(steps.times), std::move(steps.values));
    if (!spline->is_finite()) throw ParseError(file, 1, "values change too fast for a cubic curve");
    return {[spline](double t) { return (*spline)(t); },
            [spline](double from, double to) { return spline->range(from, to); }};
  }
  const auto table = std::make_shared<const Profile::Steps>(std::move(steps));
  const auto value = [table](double t) {
    const auto& [times, values] = *table;
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    if (after == times.begin()) return values.front();
    if (after == times.end()) return values.back();
    const auto i = static_cast<std::size_t>(after - times.begin());
    return std::lerp(values[i - 1], values[i], share_of(t, times[i - 1], times[i]));
  };
  return {value, [table, value](double from, double to) {
            auto [low, high] = std::minmax({value(from), value(to)});
            for (std::size_t i = 0; i < table->times.size(); ++i) {
              if (table->times[i] > from && table->times[i] < to)
                std::tie(low, high) = std::minmax({low, high, table->values[i]});
            }
            return Profile::Range{low, high};
          }};
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
                       {"interpolation", names_schema<Interpolation>(),
                        "between two rows; 'cubic' is smooth, begins and ends at rest, and may go beyond the rows",
                        false, "linear"}}),
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
