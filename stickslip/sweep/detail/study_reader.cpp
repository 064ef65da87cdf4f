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
#include "stickslip/sweep/model.hpp"

namespace stickslip::sweep::detail {

namespace {

using scene::Node;
using scene::NodeEntry;
using scene::NodeKind;
using scene::Place;
using scene::Schema;

std::string in_quotes(const std::string& text) {
  return std::string("'").append(scene::excerpt(text)).append("'");
}

// A variable of the file: where it stands, and values at which the scene must be legal, the first in the middle.
struct Checked {
  std::string key;
  Place place;
  std::vector<double> values;
  std::uint64_t levels;
};

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
  StudyReader(const std::string& text, std::string file, std::filesystem::path folder)
      : file_(std::move(file)), folder_(std::move(folder)), root_(scene::read_yaml(text, file_)) {}

  StudyParts read() {
    if (!root_.is(NodeKind::map)) {
      mistakes_.add(root_.place(), "the study is " + std::string(name_of_kind(root_.kind())) + ", must be a map");
      mistakes_.require_none(file_);
    }
    refuse_what_is_not_there_yet();
    check_schema();
    read_name();
    read_subject();
    read_variables();
    read_correlated();
    check_keys();
    read_design();
    read_outputs();
    mistakes_.require_none(file_);
    return std::move(parts_);
  }

 private:
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

  void refuse_what_is_not_there_yet() {
    auto& all = root_.entries();
    for (auto entry = all.begin(); entry != all.end();) {
      const std::string& key = entry->key;
      if (key != "find" && key != "events" && key != "indices") {
        ++entry;
        continue;
      }
      mistakes_.add(entry->place, in_quotes(key) + " is not supported by this version of stickslip: leave it out");
      entry = all.erase(entry);
    }
  }

  // Variables have keys of the scene, which are no names: each that is there may be.
  void check_schema() {
    std::vector<scene::SchemaKey> keys = study_schema().keys();
    for (scene::SchemaKey& key : keys) {
      if (key.name != "variables") continue;
      std::vector<scene::SchemaKey> variables;
      for (const NodeEntry& entry : entries("variables")) {
        variables.push_back({entry.key, key.schema.item(), "a variable", true});
      }
      key.schema = Schema::object(std::move(variables));
    }
    broken_ = scene::validate(root_, Schema::object(std::move(keys)), mistakes_);
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
      parts_.texts = base_->texts();
    } catch (const scene::SceneError&) {
      // A study with mistakes of its own tells these first.
      mistakes_.require_none(file_);
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

  std::string unit_of(const std::string& key) const { return base_ ? base_->unit_at(key).value_or("1") : "1"; }

  void read_variables() {
    for (const NodeEntry& entry : entries("variables")) {
      if (broken_.contains(&entry.value)) {
        is_complete_ = false;
        continue;
      }
      attempt(entry.value.place(), "variables." + scene::excerpt(entry.key), [&] {
        Distribution distribution = distribution_of(entry.value);
        checked_.push_back({entry.key, entry.place, values_to_check(distribution), distribution.levels()});
        parts_.variables.add({entry.key, unit_of(entry.key)}, std::move(distribution));
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
          checked_.push_back({keys[k].text(), keys[k].place(), {joint.mean()[static_cast<Eigen::Index>(k)]}, 0});
        }
        parts_.variables.add(std::move(names), std::move(joint));
      });
    }
  }

  // One mistake, once.
  void add_once(const Place& place, const std::string& text) {
    if (told_.insert({place.line, place.column, text}).second) mistakes_.add(place, text);
  }

  void check_keys() {
    if (checked_.empty() && is_complete_ && mistakes_.empty()) {
      mistakes_.add(root_.place(), "there are no variables: at least one key of 'variables' or 'correlated' is needed");
    }
    constexpr std::size_t most_variables = 1000;
    if (checked_.size() > most_variables) {
      return mistakes_.add(checked_[most_variables].place, "a study has at most 1000 variables");
    }
    bool are_distinct = true;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::string &a = checked_[j].key, &b = checked_[i].key;
        if (a != b && !a.starts_with(b + ".") && !b.starts_with(a + ".")) continue;
        are_distinct = false;
        add_once(checked_[i].place, in_quotes(b) + " and " + in_quotes(a) + " change the same value");
      }
    }
    if (!are_distinct) return;
    if (model_ != nullptr) check_keys_of_model();
    if (base_) check_keys_of_scene();
  }

  void check_keys_of_model() {
    std::vector<std::string> known;
    for (const Model::Key& key : model_->keys) known.emplace_back(key.name);
    for (const Checked& variable : checked_) {
      if (std::find(known.begin(), known.end(), variable.key) != known.end()) continue;
      std::string there;
      for (const std::string& key : known) there += (there.empty() ? "; there are: " : ", ") + key;
      mistakes_.add(variable.place, "the model has no argument " + in_quotes(variable.key) + there);
    }
  }

  // Each variable at its ends and in the middle, with all others in their middle.
  void check_keys_of_scene() {
    std::vector<double> middle;
    for (const Checked& variable : checked_) middle.push_back(variable.values.front());
    if (!mistakes_with(middle).empty()) return tell_which(middle);
    for (std::size_t i = 0; i < checked_.size(); ++i) {
      if (!base_->unit_at(checked_[i].key)) {
        add_once(checked_[i].place, in_quotes(checked_[i].key) + " of the scene is no number");
        continue;
      }
      for (const double value : checked_[i].values) {
        std::vector<double> values = middle;
        values[i] = value;
        for (const scene::Mistake& mistake : mistakes_with(values)) tell(mistake, i, value);
      }
    }
  }

  // Of values that the scene does not take: the variables that it does not take by themselves or, where there is none, the first.
  void tell_which(const std::vector<double>& values) {
    bool is_told = false;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
      for (scene::Mistake& mistake : mistakes_with(values, i)) {
        if (mistake.place.line == 0) mistake.place.column = static_cast<int>(i) + 1;
        tell(mistake, i, values[i]);
        is_told = true;
      }
    }
    if (is_told) return;
    for (const scene::Mistake& mistake : mistakes_with(values)) tell(mistake, 0, values[0]);
  }

  // Those of the scene with other values, of one variable or of all.
  std::vector<scene::Mistake> mistakes_with(const std::vector<double>& values,
                                            std::optional<std::size_t> only = {}) const {
    std::vector<scene::Override> changes;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
      if (!only || *only == i) changes.push_back({checked_[i].key, to_text(values[i])});
    }
    try {
      static_cast<void>(base_->with(changes));
      return {};
    } catch (const scene::SceneError& error) {
      return error.mistakes();
    }
  }

  // At the variable whose value it is, or at the one that was tried where it stands elsewhere in the scene.
  void tell(const scene::Mistake& mistake, std::size_t tried, double value) {
    const auto change = static_cast<std::size_t>(std::max(0, mistake.place.column));
    if (mistake.place.line == 0 && change > 0 && change <= checked_.size()) {
      return add_once(checked_[change - 1].place, mistake.text);
    }
    std::string text = in_quotes(checked_[tried].key) + " = " + to_text(value) + ": " + base_->name();
    text += ":" + std::to_string(mistake.place.line) + ":" + std::to_string(mistake.place.column) + ": " + mistake.text;
    add_once(checked_[tried].place, text);
  }

  void read_design() {
    const Node* const node = good("design");
    if (node == nullptr) return;
    const DesignKind kind = *value_named<DesignKind>(node->text());
    const Node* const samples = root_.find("samples");
    StudyOptions options;
    for (const char* key : {"samples", "seed", "run_time_limit"}) {
      const Node* const value = root_.find(key);
      if (value != nullptr && broken_.contains(value)) return;
    }
    scene::read_fields(root_, options);
    parts_.run_time_limit = options.run_time_limit;
    if (kind == DesignKind::grid) {
      if (options.samples) {
        mistakes_.add(samples->place(), "samples: a grid has as many runs as combinations of values; leave it out");
      }
      bool has_levels = true;
      for (const Checked& variable : checked_) {
        if (variable.levels > 0) continue;
        has_levels = false;
        mistakes_.add(variable.place, in_quotes(variable.key) + ": a grid needs a list, linear or log");
      }
      if (has_levels)
        attempt(node->place(), "design", [&] { parts_.design = Design::grid(parts_.variables.levels()); });
      return;
    }
    if (!options.samples) {
      mistakes_.add(node->place(), "the key 'samples' is missing: number of runs, a whole number");
      return;
    }
    attempt(node->place(), "design", [&] {
      parts_.design.emplace(kind, parts_.variables.size(), static_cast<std::uint64_t>(*options.samples),
                            static_cast<std::uint64_t>(options.seed));
    });
  }

  void read_outputs() {
    std::vector<Output> outputs;
    for (const NodeEntry& entry : entries("outputs")) {
      if (broken_.contains(&entry.value)) continue;
      attempt(entry.value.place(), "outputs." + entry.key, [&] {
        if (model_ != nullptr) {
          if (!entry.value.is(NodeKind::text) || entry.value.text() != "value") {
            throw InvalidArgument("the output of a model is 'value'");
          }
          parts_.outputs.push_back({entry.key});
        } else if (base_) {
          outputs.push_back(output_of(entry));
          for (const OutputColumn& column : outputs.back().columns()) parts_.outputs.push_back(column);
        }
      });
    }
    check_columns();
    if (!mistakes_.empty()) return;
    if (model_ != nullptr) parts_.compute = computing_model(*model_, parts_.variables.names(), parts_.outputs.size());
    if (base_) parts_.compute = computing_scene(base_, parts_.variables.names(), std::move(outputs));
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
    std::set<std::string> taken = {"index", "status", "reason", "seconds"};
    for (const Checked& variable : checked_) taken.insert(variable.key);
    for (const NodeEntry& entry : entries("outputs")) {
      if (taken.contains(entry.key)) {
        mistakes_.add(entry.place, "outputs: '" + entry.key + "' is the name of another column of the results");
      }
    }
  }

  std::string file_;
  std::filesystem::path folder_;
  Node root_;
  scene::Mistakes mistakes_;
  scene::BrokenNodes broken_;
  StudyParts parts_;
  std::shared_ptr<BaseScene> base_;
  const Model* model_ = nullptr;
  std::vector<Checked> checked_;  // as the variables
  bool is_complete_ = true;       // whether no variable was left out as broken
  std::set<std::tuple<int, int, std::string>> told_;
};

}  // namespace

StudyParts read_study(const std::string& text, const std::string& file, const std::filesystem::path& folder) {
  return StudyReader(text, file, folder).read();
}

}  // namespace stickslip::sweep::detail
