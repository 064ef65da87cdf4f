#include "plots.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "stickslip/record/atomic_file.hpp"

#include "browser.hpp"
#include "interrupt.hpp"

namespace stickslip::cli {

namespace fs = std::filesystem;

namespace {

// What the page leaves in its document when it is opened at #export=….
nlohmann::json exported(const std::string& document) {
  constexpr std::string_view opening = "<pre id=\"export\">", closing = "</pre>";
  const std::size_t begin = document.find(opening), end = document.find(closing, begin);
  if (begin == std::string::npos || end == std::string::npos) {
    throw std::runtime_error("the browser did not draw the report's figures");
  }
  return nlohmann::json::parse(document.substr(begin + opening.size(), end - begin - opening.size()));
}

std::string from_base64(const std::string& text) {
  std::string bytes;
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char c : text) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t value = letters.find(c);
    if (value == std::string_view::npos) break;  // padding
    group = (group << 6U | static_cast<std::uint32_t>(value)) & 0xFFFFFFU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> bits & 0xFFU);
    }
  }
  return bytes;
}

}  // namespace

std::vector<fs::path> write_plots(const fs::path& page, const std::vector<fs::path>& folders,
                                  const std::string& format) {
  const std::string document = document_after_load(find_browser(), page, "export=" + format);
  std::vector<fs::path> files;
  for (const nlohmann::json& picture : exported(document)) {
    throw_if_interrupted();
    const std::string kind = picture.at("format"), content = picture.at("content");
    const fs::path& folder = folders.at(picture.at("result").get<std::size_t>());
    files.push_back(folder / (picture.at("name").get<std::string>() + "." + kind));
    record::AtomicFile file(files.back(), record::Links::replaced);
    file.stream() << (kind == "svg" ? content : from_base64(content));
    file.commit();
  }
  return files;
}

}  // namespace stickslip::cli
