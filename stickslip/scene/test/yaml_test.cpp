#include "stickslip/scene/yaml.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "stickslip/scene/mistake.hpp"

namespace stickslip::scene {

namespace yaml_test {
namespace {

std::string complaint_about(const std::string& text) {
  try {
    static_cast<void>(read_yaml(text, "s.yaml"));
  } catch (const SceneError& error) {
    return error.what();
  }
  return "";
}

TEST(Yaml, ScalarsAreWhatTheyLookLike) {
  const Node root =
      read_yaml("{a: 1e-3, b: -.inf, c: true, d: yes, e: ~, f: '12', g: 12, h: 1.2.3, i: +5, j: .5}", "s.yaml");
  EXPECT_EQ(root.find("a")->number(), 1e-3);
  EXPECT_EQ(root.find("b")->number(), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(root.find("c")->boolean());
  EXPECT_TRUE(root.find("d")->is(NodeKind::text));  // YAML 1.1's, not 1.2's
  EXPECT_TRUE(root.find("e")->is(NodeKind::null));
  EXPECT_TRUE(root.find("f")->is(NodeKind::text));
  EXPECT_EQ(root.find("g")->number(), 12.0);
  EXPECT_EQ(root.find("g")->text(), "12");
  EXPECT_TRUE(root.find("h")->is(NodeKind::text));
  EXPECT_EQ(root.find("i")->number(), 5.0);
  EXPECT_EQ(root.find("j")->number(), 0.5);
}

TEST(Yaml, ValuesKnowTheirPlaces) {
  const Node root = read_yaml("a: 1\nb:\n  - x\n  - {c: 2}\n", "s.yaml");
  EXPECT_EQ(root.find("a")->place(), (Place{1, 4}));
  EXPECT_EQ(root.entries()[1].place, (Place{2, 1}));
  EXPECT_EQ(root.find("b")->items()[1].find("c")->place(), (Place{4, 9}));
}

TEST(Yaml, AnchorsStandForTheirValues) {
  const Node root = read_yaml("a: &same {mu: 0.5}\nb: *same\n", "s.yaml");
  EXPECT_EQ(*root.find("a"), *root.find("b"));
}

TEST(Yaml, WhatIsNoYamlIsRefusedWithItsPlace) {
  EXPECT_EQ(complaint_about("a: [1, 2\nb: 3\n").find("s.yaml:2:"), 0U);
  EXPECT_EQ(complaint_about("a: 1\na: 2\n"), "s.yaml:2:1: duplicate key 'a'");
  EXPECT_EQ(complaint_about("a: 1\n---\nb: 2\n"), "s.yaml:3:1: a second document begins here; a scene file has one");
  EXPECT_EQ(complaint_about("a: !!float 1\n"),
            "s.yaml:1:4: tags such as tag:yaml.org,2002:float are not used in scenes");
  EXPECT_EQ(complaint_about("[1, 2]: 3\n"),
            "s.yaml:1:1: a key must be a text; or is a bracket or a brace above not closed?");
  EXPECT_NE(complaint_about("a: *b\n"), "");
  EXPECT_NE(complaint_about("a: &b [*b]\n"), "");
}

TEST(Yaml, NestingIsBounded) {
  const std::string deep = "a: " + std::string(100'000, '[') + std::string(100'000, ']');
  EXPECT_EQ(complaint_about(deep), "s.yaml:1:103: nested deeper than 100 levels");
  std::string maps;
  for (int i = 0; i < 1000; ++i) maps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(complaint_about(maps).find("nested deeper than 100 levels"), std::string::npos);
}

// Ten levels of ten aliases each would be 10^10 values.
TEST(Yaml, ABombIsDefused) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i <= 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1), name = "a" + std::to_string(i);
    bomb += name + ": &" + name + " [";
    for (int k = 0; k < 10; ++k) bomb += (k > 0 ? ", " : "") + before;
    bomb += "]\n";
  }
  EXPECT_NE(complaint_about(bomb).find("more than 1000000 values"), std::string::npos);
}

TEST(Yaml, ALargeFileIsRefused) {
  const std::string large(largest_file + 1, '#');
  EXPECT_NE(complaint_about(large).find("more than"), std::string::npos);
}

TEST(Yaml, NothingIsNull) {
  EXPECT_TRUE(read_yaml("", "s.yaml").is(NodeKind::null));
  EXPECT_TRUE(read_yaml("# a comment\n", "s.yaml").is(NodeKind::null));
}

// Values of every kind, nested.
Node any_node(int depth) {
  switch (*rc::gen::inRange(0, depth > 0 ? 6 : 4)) {
    case 0:
      return {};
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return *rc::gen::arbitrary<double>();
    case 3:
      // Valid UTF-8, which files are.
      return *rc::gen::container<std::string>(rc::gen::inRange<char>(1, 127));
    case 4: {
      std::vector<Node> items;
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) items.push_back(any_node(depth - 1));
      return items;
    }
    default: {
      Node map = Node::map();
      for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
        map.set(*rc::gen::container<std::string>(rc::gen::inRange<char>(32, 127)), any_node(depth - 1));
      }
      return map;
    }
  }
}

RC_GTEST_PROP(Yaml, WhatIsWrittenReadsBackTheSame, ()) {
  const Node node = any_node(4);
  const std::string text = write_yaml(node);
  RC_LOG() << text;
  RC_ASSERT(read_yaml(text, "s.yaml") == node);
  const std::string line = write_yaml_line(node);
  RC_ASSERT(line.find('\n') == std::string::npos);
  RC_ASSERT(read_yaml(line, "s.yaml") == node);
}

TEST(Yaml, WhatIsNotUtf8IsRefusedWithItsPlace) {
  EXPECT_EQ(complaint_about("a: ä\nb: \"äcaf\xe9\"\n"),
            "s.yaml:2:9: a byte that is not UTF-8: save the file in that encoding");
  EXPECT_EQ(complaint_about(std::string("a: b\0c\n", 7)), "s.yaml:1:5: a zero byte: the file must be text in UTF-8");
  EXPECT_EQ(complaint_about("\xff\xfe" + std::string("a\0:\0", 4)),
            "s.yaml:1:1: a byte that is not UTF-8: save the file in that encoding");
  // Overlong, a surrogate, beyond U+10FFFF, cut short.
  for (const char* bytes : {"\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82"}) {
    EXPECT_NE(complaint_about("# " + std::string(bytes)), "") << bytes;
  }
  EXPECT_EQ(complaint_about("a: €𝄞é\n"), "");
}

TEST(Yaml, MergeKeysTakeTheEntriesOfOtherMaps) {
  const Node same = read_yaml("a: {x: 1, y: 2}\nb: {y: 3}\nc: {z: 0, y: 3, x: 1, w: 4}\n", "s.yaml");
  const Node one = read_yaml("a: &a {x: 1, y: 2}\nb: &b {y: 3}\nc:\n  z: 0\n  <<: [*b, *a]\n  w: 4\n", "s.yaml");
  EXPECT_EQ(write_yaml(one), write_yaml(same));
  // What the map says itself counts, before or after.
  EXPECT_EQ(read_yaml("- &a {x: 1}\n- {<<: *a, x: 5}\n", "s").items()[1].find("x")->number(), 5.0);
  EXPECT_EQ(read_yaml("- &a {x: 1}\n- {x: 5, <<: *a}\n", "s").items()[1].find("x")->number(), 5.0);
  EXPECT_EQ(read_yaml("{<<: {}}", "s").entries().size(), 0U);
  // In quotes it is a key like others.
  EXPECT_EQ(read_yaml("{\"<<\": 1}", "s").find("<<")->number(), 1.0);
  EXPECT_EQ(complaint_about("a: {<<: 1}\n"), "s.yaml:1:9: the value of '<<' must be a map or a list of maps");
  EXPECT_EQ(complaint_about("a: {<<: [{}, 1]}\n"), "s.yaml:1:9: the value of '<<' must be a map or a list of maps");
  EXPECT_EQ(complaint_about("a: {<<: {}, <<: {}}\n"), "s.yaml:1:13: duplicate key '<<'");
}

TEST(Yaml, TabsThatIndentAreNamed) {
  const std::string rule = "tab in the indentation: YAML allows only spaces there";
  EXPECT_EQ(complaint_about("a:\n\tb: 1\n"), "s.yaml:2:1: " + rule);
  EXPECT_EQ(complaint_about("a:\n  b: 1\n  \tc: 2\n"), "s.yaml:3:3: " + rule);
  EXPECT_EQ(complaint_about("\ta: 1\n"), "s.yaml:1:1: " + rule);
  EXPECT_EQ(complaint_about("a: 1\n\tb: 2"), "s.yaml:2:1: " + rule);
  EXPECT_EQ(complaint_about("a:\t[1,\n\t2]\n"), "");
  EXPECT_EQ(complaint_about("a: [1, 2\nb: ]\n").find("tab"), std::string::npos);
  EXPECT_EQ(complaint_about("a:\n\t- 1\n"), "s.yaml:2:1: " + rule);
  EXPECT_EQ(complaint_about("a: 1\n\tb: [1, }\n"), "s.yaml:2:1: " + rule);
  EXPECT_EQ(complaint_about("a:\n\tb: 1\n\tc: 2\n"), "s.yaml:2:1: " + rule);
}

// Within brackets and quotes they are legal, whatever else is wrong on their line.
TEST(Yaml, TabsThatDoNotIndentAreNotBlamed) {
  const auto expect = [](const std::string& text, const std::string& complaint) {
    EXPECT_EQ(complaint_about(text), "s.yaml:" + complaint) << text;
  };
  expect("a: {b: 1,\n\tc: ]}\n", "2:5: not valid YAML: illegal flow end");
  expect("a: {b: 1,\n\tc: @x}\n", "2:5: not valid YAML: unknown token");
  expect("a: [1,\n\t\"\\q\"]\n", "2:5: not valid YAML: unknown escape character: q");
  expect("a: [\n\t- 1\n]\n", "2:2: not valid YAML: illegal block entry");
  expect("a: [1,\n\t2] x: 3\n", "2:5: not valid YAML: end of map not found");
  expect("a: \"x\n\ty\\q\"\n", "2:5: not valid YAML: unknown escape character: q");
  expect("a:\n\t{b: @}\n", "2:6: not valid YAML: unknown token");
}

TEST(Yaml, NumbersThatNoDoubleHolds) {
  for (const char* text : {"1e-400", "1E-400"}) EXPECT_EQ(read_yaml(text, "s").number(), 0.0) << text;
  for (const char* text : {"1e400", "1E400"}) EXPECT_TRUE(std::isinf(read_yaml(text, "s").number())) << text;
  EXPECT_EQ(read_yaml("0." + std::string(400, '0') + "1", "s").number(), 0.0);
}

}  // namespace
}  // namespace yaml_test

}  // namespace stickslip::scene
