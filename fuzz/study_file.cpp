#include <optional>
#include <vector>

#include "stickslip/scene/mistake.hpp"
#include "stickslip/sweep/study.hpp"

#include "fuzz/reader.hpp"

// Any text is a study, whose first and last runs have a value per variable and an output per column, or is refused with at least one mistake.
// Scenes that ship may be named; only functions are run, which takes a moment.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace stickslip;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::optional<sweep::Study> study;
  try {
    study = sweep::Study::from_text(text, "input.yaml", "no_such_folder");
  } catch (const scene::SceneError& error) {
    fuzz::require(!error.mistakes().empty(), "that a refusal names a mistake");
    return 0;
  }
  if (study->runs() == 0) return 0;
  for (const std::uint64_t index : {std::uint64_t{0}, study->runs() - 1}) {
    fuzz::require(study->values(index).size() == study->variables().size(), "one value per variable");
    const std::vector<double> none(study->outputs().size(), sweep::not_a_number);
    if (!study->replay(index, none).empty()) continue;  // a scene
    fuzz::require(study->run(index).outputs.size() == study->outputs().size(), "one output per column");
  }
  return 0;
}
