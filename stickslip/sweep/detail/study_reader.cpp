#include "stickslip/sweep/detail/study_reader.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/field_schema.hpp"
#include "stickslip/scene/mistake.hpp"
#include "stickslip/scene/utf8.hpp"
#include "stickslip/scene/validate.hpp"
#include "stickslip/scene/yaml.hpp"
#include "stickslip/sweep/detail/base_scene.hpp"
#include "stickslip/sweep/detail/compute.hpp"
#include "stickslip/sweep/detail/distributions.hpp"
#include "stickslip/sweep/detail/grouped_keys.hpp"
#include "stickslip/sweep/detail/study_overrides.hpp"
#include "stickslip/sweep/detail/tried_keys.hpp"
#include "stickslip/sweep/model.hpp"

namespace stickslip::sweep::detail {

namespace {

using scene::Node;
using scene::NodeEntry;
using scene::NodeKind;
using scene::Place;

std::vector<double> values_to_check(const Distribution& distribution) {
  std::vector<double> values = {distribution.value(0.5)};
  constexpr std::uint64_t few = 16;
  if (const std::uint64_t levels = distribution.levels(); levels > 0 && levels <= few) {
    for (std::uint64_t i = 0; i < levels; ++i) {
      values.push_back(distribution.value((static_cast<double>(i) + 0.5) / static_cast<double>(levels)));
    }
    return values;
  }
  for (const double end : {distribution.low(), distribution.high()}) {
    if (std::isfinite(end)) values.push_back(end);
  }
  return values;
}

class StudyReader {
 public:
  StudyReader(const std::string& text, std::string file, std::filesystem::path folder,
              const std::vector<scene::Override>& overrides, const Progress& progress)
      : progress_(progress), file_(std::move(file)), folder_(std::move(folder)), root_(scene::read_yaml(text, file_)) {
    parts_.text = text;
    parts_.overrides = overrides;
    for (const scene::Override& change : overrides) {
      set_.push_back(scene::excerpt(change.path) + "=" + scene::excerpt(change.value));
      parts_.further_texts.push_back(change.path);
      parts_.further_texts.push_back(change.value);
    }
    if (!root_.is(NodeKind::map)) return;
    override_study(root_, overrides, mistakes_);
  }

  StudyParts read() {
    if (!root_.is(NodeKind::map)) {
      mistakes_.add(root_.place(), "the study is " + std::string(name_of_kind(root_.kind())) + ", must be a map");
    }
    require_none();
    broken_ = scene::validate(root_, study_schema(), mistakes_);
    check_groups();
    read_name();
    read_subject();
    read_variables();
    read_correlated();
    read_sought_variable();
    check_keys();
    read_design();
    read_outputs();
    read_threshold();
    read_events();
    require_none();
    make_compute();
    return std::move(parts_);
  }

 private:
  void require_none() const { mistakes_.require_none(file_, set_); }

  // The value of a key that has one and is good; null otherwise.
  const Node* good(const char* key) const {
    const Node* const node = root_.find(key);
    return node == nullptr || node->is(NodeKind::null) || broken_.contains(node) ? nullptr : node;
  }
  // The same of a part, which may be good where the whole is not.
  const std::vector<NodeEntry>& entries(const char* key) const {
    static const std::vector<NodeEntry> none;
    const Node* const node = root_.find(key);
    return node == nullptr || !node->is(NodeKind::map) ? none : node->entries();
  }

  void check_groups() {
    for (const NodeEntry& entry : entries("variables")) {
      if (broken_.contains(&entry.value)) continue;
      check_grouped_keys(entry.key, entry.place, entry.value, "variables." + scene::excerpt(entry.key), mistakes_);
    }
    if (const Node* const find = good("find")) {
      const Node& name = *find->find("variable");
      check_grouped_keys(name.text(), name.place(), *find, "find", mistakes_);
    }
  }

  void read_name() {
    const Node* const name = good("name");
    if (name == nullptr) return;
    parts_.name = name->text();
    if (scene::is_scene_name(parts_.name)) return;
    mistakes_.add(name->place(),
                  "name = '" + scene::excerpt(parts_.name) + "' must be made of " + scene::scene_name_rule);
  }

  void read_subject() {
    const Node* const model = root_.find("model");
    const Node* const scene = root_.find("scene");
    if ((model == nullptr) == (scene == nullptr)) {
      mistakes_.add(model == nullptr ? root_.place() : model->place(),
                    "a study has either a scene or a model; the key 'scene' names a file below the study's folder");
      return;
    }
    if (const Node* const name = good("model")) {
      const auto has_name = [&](const Model& one) { return one.name == name->text(); };
      model_ = &*std::find_if(models().begin(), models().end(), has_name);
      return;
    }
    const Node* const name = good("scene");
    if (name == nullptr) return;
    try {
      base_ = std::make_shared<BaseScene>(folder_, name->text());
      parts_.scene = name->text();
      for (std::string& text : base_->texts()) parts_.further_texts.push_back(std::move(text));
    } catch (const scene::SceneError&) {
      // A study with mistakes of its own tells these first.
      require_none();
      throw;
    } catch (const InvalidArgument& error) {
      mistakes_.add(name->place(), std::string("scene: ") + error.what());
    }
  }

  // Calls f; what it throws about bad input is a mistake at the place.
  template <class Function>
  void attempt(const Place& place, const std::string& path, Function f) {
    try {
      f();
    } catch (const InvalidArgument& error) {
      mistakes_.add(place, path + ": " + error.what());
    }
  }

  std::string unit_of(const std::string& key) const {
    const std::optional<SceneNumber> number = base_ ? base_->number_at(key) : std::nullopt;
    return number ? number->unit : "1";
  }

  VariableName variable_named(const std::string& name, const Node& map) const {
    return variable_of(name, map, [this](const std::string& key) { return unit_of(key); });
  }

  void read_variables() {
    for (const NodeEntry& entry : entries("variables")) {
      const Node* const keys = entry.value.is(NodeKind::map) ? entry.value.find("keys") : nullptr;
      const bool has_none = keys != nullptr && keys->is(NodeKind::map) && keys->entries().empty();
      if (broken_.contains(&entry.value) || entry.value.is(NodeKind::null) || has_none) {
        is_complete_ = false;
        continue;
      }
      attempt(entry.value.place(), "variables." + scene::excerpt(entry.key), [&] {
        Distribution distribution = distribution_of(entry.value);
        const VariableName variable = variable_named(entry.key, entry.value);
        tried_.add({variable, entry.place, values_to_check(distribution), distribution.levels()});
        parts_.variables.add(variable, std::move(distribution));
      });
    }
  }

  void read_correlated() {
    const Node* const list = root_.find("correlated");
    if (list == nullptr || !list->is(NodeKind::list)) return;
    for (std::size_t i = 0; i < list->items().size(); ++i) {
      const Node& group = list->items()[i];
      if (broken_.contains(&group)) {
        is_complete_ = false;
        continue;
      }
      attempt(group.place(), "correlated[" + std::to_string(i) + "]", [&] {
        JointNormal joint = joint_of(group);
        const auto& keys = group.find("keys")->items();
        if (keys.size() != joint.size()) {
          throw InvalidArgument("mean: must have " + std::to_string(keys.size()) + " numbers, one per key");
        }
        std::vector<VariableName> names;
        for (std::size_t k = 0; k < keys.size(); ++k) {
          names.push_back({keys[k].text(), unit_of(keys[k].text())});
          tried_.add({names.back(), keys[k].place(), {joint.mean()[static_cast<Eigen::Index>(k)]}, 0});
        }
        parts_.variables.add(std::move(names), std::move(joint));
      });
    }
  }

  // Its threshold is tried as a variable is.
  void read_sought_variable() {
    const Node* const node = good("find");
    if (node == nullptr) return;
    const Node& key = *node->find("variable");
    const auto& between = node->find("between")->items();
    tried_.add({variable_named(key.text(), *node), key.place(), {between[0].number(), between[1].number()}, 0, true});
  }

  void check_keys() {
    if (tried_.all().empty() && is_complete_ && mistakes_.empty()) {
      mistakes_.add(root_.place(), "there are no variables: at least one key of 'variables' or 'correlated' is needed");
    }
    if (!tried_.are_distinct()) return;
    if (model_ != nullptr) tried_.check(*model_);
    if (base_) tried_.check(*base_, progress_);
  }

  void read_design() {
    if (root_.find("design") == nullptr) return read_single_run();
    const Node* const node = good("design");
    if (node == nullptr) return;
    const DesignKind kind = *value_named<DesignKind>(node->text());
    const Node* const samples = root_.find("samples");
    StudyOptions options;
    for (const char* key : {"samples", "seed", "indices", "run_time_limit"}) {
      const Node* const value = root_.find(key);
      if (value != nullptr && broken_.contains(value)) return;
    }
    scene::read_fields(root_, options);
    parts_.run_time_limit = options.run_time_limit;
    if (options.indices) check_indices(kind);
    if (kind == DesignKind::grid) {
      if (options.samples) {
        mistakes_.add(samples->place(), "samples: a grid has as many runs as combinations of values; leave it out");
      }
      bool has_levels = true;
      for (const TriedKey& variable : tried_.all()) {
        if (variable.levels > 0 || variable.is_sought) continue;
        has_levels = false;
        mistakes_.add(variable.place, in_quotes(variable.variable.key) + ": a grid needs a list, linear or log");
      }
      if (has_levels)
        attempt(node->place(), "design", [&] { parts_.design = Design::grid(parts_.variables.levels()); });
      return;
    }
    if (!options.samples) {
      mistakes_.add(node->place(), "the key 'samples' is missing: number of runs, a whole number");
      return;
    }
    const auto count = static_cast<std::uint64_t>(*options.samples), seed = static_cast<std::uint64_t>(options.seed);
    attempt(node->place(), "design", [&] {
      parts_.design = options.indices ? Design::for_indices(parts_.variables.size(), count, seed)
                                      : Design(kind, parts_.variables.size(), count, seed);
    });
  }

  // Where nothing varies but what is sought, one run finds it.
  void read_single_run() {
    if (root_.find("find") != nullptr && parts_.variables.size() == 0 && is_complete_) {
      for (const char* key : {"samples", "seed", "indices"}) {
        if (const Node* const value = root_.find(key)) {
          mistakes_.add(value->place(),
                        std::string(key) + ": a study with `find` and no variables is a single run; remove this key");
        }
      }
      if (const Node* const limit = good("run_time_limit")) parts_.run_time_limit = limit->number();
      return;
    }
    const scene::SchemaKey& key = *study_schema().find("design");
    mistakes_.add(root_.place(), "the key 'design' is missing: " + key.meaning + ", " + key.schema.description());
  }

  void check_indices(DesignKind kind) {
    const Place& place = root_.find("indices")->place();
    if (kind != DesignKind::sobol) mistakes_.add(place, "indices: Sobol's indices need the design sobol");
    if (root_.find("correlated") != nullptr) {
      mistakes_.add(place, "indices: Sobol's indices are those of independent variables, and some are correlated");
    }
  }

  // What cannot be read has no outputs to speak of.
  bool has_subject() const { return model_ != nullptr || base_ != nullptr; }

  void read_outputs() {
    for (const NodeEntry& entry : entries("outputs")) {
      if (broken_.contains(&entry.value)) continue;
      attempt(entry.value.place(), "outputs." + entry.key, [&] {
        if (model_ != nullptr) {
          if (!entry.value.is(NodeKind::text) || entry.value.text() != "value") {
            throw InvalidArgument("the output of a model is 'value'");
          }
          parts_.outputs.push_back({entry.key});
        } else if (base_) {
          outputs_.push_back(output_of(entry));
          for (const OutputColumn& column : outputs_.back().columns()) parts_.outputs.push_back(column);
        }
      });
    }
    check_columns();
  }

  void read_threshold() {
    const Node* const node = good("find");
    if (node == nullptr || !has_subject()) return;
    attempt(node->place(), "find", [&] {
      const std::string &key = node->find("variable")->text(), &name = node->find("output")->text();
      const double low = node->find("between")->items()[0].number(), high = node->find("between")->items()[1].number();
      if (!(low < high)) {
        throw InvalidArgument("between = [" + to_text(low) + ", " + to_text(high) + "] must be two rising numbers");
      }
      const Node* const tol = node->find("tol");
      constexpr double default_share = 1e-4;
      parts_.threshold =
          Threshold{.variable = variable_named(key, *node),
                    .output = place_of(name, parts_.outputs),
                    .output_name = name,
                    .crosses = node->find("crosses")->number(),
                    .low = low,
                    .high = high,
                    .tol = tol == nullptr || tol->is(NodeKind::null) ? default_share * (high - low) : tol->number()};
    });
  }

  void read_events() {
    if (!has_subject()) return;
    std::vector<OutputColumn> columns = parts_.outputs;
    if (parts_.threshold) columns.push_back({Threshold::column});
    for (const NodeEntry& entry : entries("events")) {
      if (broken_.contains(&entry.value)) continue;
      attempt(entry.value.place(), "events." + entry.key,
              [&] { parts_.events.push_back(event_from(entry.key, entry.value.text(), columns)); });
    }
  }

  void make_compute() {
    std::vector<VariableName> names = parts_.variables.names();
    if (parts_.threshold) names.push_back(parts_.threshold->variable);
    if (model_ != nullptr) parts_.compute = computing_model(*model_, names, parts_.outputs.size());
    if (base_) parts_.compute = computing_scene(base_, names, std::move(outputs_));
  }

  Output output_of(const NodeEntry& entry) const {
    if (!entry.value.is(NodeKind::map)) {
      const auto measure = value_named<Measure>(entry.value.text());
      if (!measure) throw InvalidArgument("'value' is the output of a model");
      return {entry.key, *measure, base_->description()};
    }
    RunSeries series = find_series(base_->description(), entry.value.find("series")->text());
    const Node* const reduce = entry.value.find("reduce");
    if (reduce == nullptr || reduce->is(NodeKind::null)) return {entry.key, std::move(series), Reduction::last};
    if (reduce->is(NodeKind::map)) {
      return {entry.key, std::move(series), Reduction::quantile, reduce->entries().front().value.number()};
    }
    return {entry.key, std::move(series), *value_named<Reduction>(reduce->text())};
  }

  void check_columns() {
    std::set<std::string> taken(fixed_columns.begin(), fixed_columns.end());
    if (root_.find("find") != nullptr) taken.insert(Threshold::column);
    for (const TriedKey& variable : tried_.all()) {
      if (taken.contains(variable.variable.key)) {
        mistakes_.add(variable.place,
                      in_quotes(variable.variable.key) + " is the name of another column of the results");
      }
    }
    for (const TriedKey& variable : tried_.all()) taken.insert(variable.variable.key);
    for (const NodeEntry& entry : entries("outputs")) {
      if (taken.contains(entry.key)) {
        mistakes_.add(entry.place, "outputs: '" + entry.key + "' is the name of another column of the results");
      }
    }
  }

  const Progress& progress_;
  std::string file_;
  std::filesystem::path folder_;
  Node root_;
  scene::Mistakes mistakes_;
  scene::BrokenNodes broken_;
  std::vector<std::string> set_;  // overrides, for messages
  StudyParts parts_;
  std::vector<Output> outputs_;  // of a scene
  std::shared_ptr<BaseScene> base_;
  const Model* model_ = nullptr;
  TriedKeys tried_{mistakes_};  // as the variables; that of a threshold is the last
  bool is_complete_ = true;     // whether no variable was left out as broken
};

}  // namespace

StudyParts read_study(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                      const std::vector<scene::Override>& overrides, const Progress& progress) {
  return StudyReader(text, file, folder, overrides, progress).read();
}

}  // namespace stickslip::sweep::detail
