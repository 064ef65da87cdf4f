#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "stickslip/scene/field_schema.hpp"
#include "stickslip/sweep/model.hpp"
#include "stickslip/sweep/study.hpp"

namespace stickslip::sweep {

namespace {

using scene::Schema;
using scene::SchemaKey;

Schema level_range() {
  std::vector<SchemaKey> keys = scene::field_keys<LevelRange>();
  for (SchemaKey& key : keys) key.is_required = true;
  return Schema::object(std::move(keys));
}

Schema uniform_range() {
  return Schema::either({Schema::vector(2, "1"), Schema::object(scene::field_keys<UniformRange>())});
}

// The keys of the scene that one variable stands for.
SchemaKey factors_key() {
  const auto check = [](double factor) {
    const bool is_good = std::isfinite(factor) && factor != 0.0;
    return is_good ? std::optional<Violation>() : Violation{"", not_a_number, "must be finite and not 0"};
  };
  return {"keys",
          Schema::by_path(Schema::checked_number(scene::SchemaKind::number, "1", any_finite, "not 0", check),
                          "keys and their factors, such as {loads.left.force.1: -1}"),
          "several keys that one variable stands for, each with the factor that its value is multiplied by"};
}

Schema distribution_schema() {
  return Schema::tagged(
      {{"list", Schema::list(Schema::number(), 1), "these values"},
       {"linear", level_range(), "values in equal steps"},
       {"log", level_range(), "values in equal ratios"},
       {"uniform", uniform_range(), "any value between, with equal chance"},
       {"log_uniform", uniform_range(), "any value between, with equal chance of its logarithm"},
       {"normal", Schema::object(scene::field_keys<NormalShape>()), "a normal distribution, cut at min and max"},
       {"log_normal", Schema::object(scene::field_keys<LogNormalShape>()), "its logarithm is normal, cut likewise"}},
      {factors_key()});
}

Schema output_schema() {
  std::vector<scene::Word> words, reductions;
  for (const auto& row : Names<Measure>::table) words.push_back({std::string(row.name), std::string(row.meaning)});
  words.push_back({"value", "of a model"});
  for (const auto& row : Names<Reduction>::table) {
    if (row.value != Reduction::quantile) reductions.push_back({std::string(row.name)});
  }
  struct Share {
    double quantile = required;
    static constexpr auto fields() {
      constexpr Range shares{.low = 0.0, .high = 1.0, .low_included = true, .high_included = true};
      return std::tuple{Field{"quantile", &Share::quantile, "1", shares, "the value below which this share is"}};
    }
  };
  const Schema reduce =
      Schema::either({Schema::one_of(std::move(reductions)), Schema::tagged(scene::field_keys<Share>())});
  return Schema::either({Schema::one_of(std::move(words)),
                         Schema::object({{"series", Schema::text(), "of the run, such as plate.pose.theta", true},
                                         {"reduce", reduce, "which one number becomes of it", false, "last"}})});
}

struct ThresholdNumbers {
  double crosses = required;
  std::optional<double> tol = {};

  static constexpr auto fields() {
    using T = ThresholdNumbers;
    return std::tuple{Field{"crosses", &T::crosses, "1", any_finite, "the value that the output crosses"},
                      Field{"tol", &T::tol, "1", positive, "how exactly the variable is found, in its unit",
                            "None: 1e-4 of what it is sought between"}};
  }
};

Schema threshold_schema() {
  std::vector<SchemaKey> keys = {{"variable", Schema::text(), "whose threshold is sought, by its key", true},
                                 {"output", Schema::text(), "that crosses the value", true},
                                 {"between", Schema::vector(2, "1"), "where the variable is sought", true},
                                 factors_key()};
  for (SchemaKey& key : scene::field_keys<ThresholdNumbers>()) keys.push_back(std::move(key));
  return Schema::object(std::move(keys));
}

Schema whole_schema() {
  std::vector<scene::Word> names;
  for (const Model& model : models()) names.push_back({std::string(model.name), std::string(model.meaning)});
  std::vector<SchemaKey> keys = {
      {"name", Schema::text(), "of the study and of its results' folder: lower-case letters, digits, '_' and '-'",
       true},
      {"scene", Schema::file(),
       "the scene that is run: a file below the study's folder, or the name of one that ships"},
      {"model", Schema::one_of(std::move(names)), "instead, a built-in function"},
      {"variables", Schema::by_path(distribution_schema(), "variables"),
       "by the key that they replace, such as bodies.plate.mass"},
      {"correlated",
       Schema::list(Schema::object(
           {{"keys", Schema::list(Schema::text(), 1), "that are drawn together", true},
            {"mean", Schema::list(Schema::number(), 1), "of each", true},
            {"covariance", Schema::list(Schema::list(Schema::number(), 1), 1), "symmetric, one row per key", true}})),
       "variables that are drawn together from normal distributions"},
      {"design", scene::names_schema<DesignKind>(),
       "which values are combined; not needed if only `find` varies something"}};
  for (SchemaKey& key : scene::field_keys<StudyOptions>()) keys.push_back(std::move(key));
  keys.push_back({"outputs", Schema::named(output_schema()), "what is kept of each run, by name", true});
  keys.push_back({"events", Schema::named(Schema::text()), "what may happen in a run, such as slip > 1e-4, by name"});
  keys.push_back({"find", threshold_schema(), "where an output crosses a value, sought in each run"});
  return Schema::object(std::move(keys));
}

}  // namespace

const scene::Schema& study_schema() {
  static const Schema schema = whole_schema();
  return schema;
}

}  // namespace stickslip::sweep
