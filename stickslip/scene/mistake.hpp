// What is wrong with a scene: all of it, each with its place.
#pragma once

#include <string>
#include <vector>

#include "stickslip/core/error.hpp"
#include "stickslip/scene/node.hpp"

namespace stickslip::scene {

struct Mistake {
  Place place;
  std::string text;  // "bodies.box.mass = -1 must be finite and > 0 [kg]"
};

// Its text has one line per mistake, in the order of the file: "scene.yaml:5:12: bodies.box.mass = -1 must be …". A mistake in what was
// built in code has no line: "scene.yaml: …"; one in an override names it: "scene.yaml, set bodies.box.mass=-1: …".
class SceneError : public InvalidArgument {
 public:
  // At least one mistake. `overrides`: as "path=value", in their order.
  SceneError(std::string file, std::vector<Mistake> mistakes, const std::vector<std::string>& overrides = {});

  const std::string& file() const noexcept { return file_; }
  const std::vector<Mistake>& mistakes() const noexcept { return mistakes_; }

 private:
  std::string file_;
  std::vector<Mistake> mistakes_;
};

// Collects mistakes; more than `most` are counted only.
class Mistakes {
 public:
  static constexpr std::size_t most = 100;

  void add(const Place& place, std::string text);
  bool empty() const noexcept { return found_.empty(); }
  // Throws SceneError if there is any.
  void require_none(const std::string& file, const std::vector<std::string>& overrides = {}) const;

 private:
  std::vector<Mistake> found_;
  std::size_t left_out_ = 0;
};

// " (did you mean 'mass'?)": the known word that `word` is a synonym of, as "weight" is, or else the nearest by edit distance. Empty if there is none.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

}  // namespace stickslip::scene
