#include "stickslip/record/csv.hpp"

#include <charconv>
#include <istream>
#include <sstream>
#include <system_error>
#include <utility>

#include "stickslip/core/error.hpp"
#include "stickslip/record/input_file.hpp"

namespace stickslip::record {

namespace {

std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + "\"";
}

// "name [unit]"
Column column_of(const std::string& header) {
  const std::size_t open = header.rfind(" [");
  if (open == std::string::npos || header.back() != ']') return {header, "1"};
  return {header.substr(0, open), header.substr(open + 2, header.size() - open - 3)};
}

// Reads the cells of one record; a quoted cell may go on over several lines.
class Reader {
 public:
  // `label` begins every message.
  Reader(std::istream& file, std::string label) : file_(file), label_(std::move(label)) {}

  bool next(std::vector<std::string>& cells) {
    cells.assign(1, "");
    line_ = next_line_;
    bool inside_quotes = false, anything = false;
    for (int c = file_.get(); c != std::istream::traits_type::eof(); c = file_.get()) {
      anything = true;
      if (c == '\n') ++next_line_;
      if (inside_quotes) {
        if (c != '"') {
          cells.back() += static_cast<char>(c);
        } else if (file_.peek() == '"') {
          cells.back() += static_cast<char>(file_.get());
        } else {
          inside_quotes = false;
          const int after = file_.peek();
          if (after != ',' && after != '\r' && after != '\n' && after != std::istream::traits_type::eof()) {
            fail("text after a closing quote");
          }
        }
      } else if (c == '\n') {
        return true;
      } else if (c == '"' && cells.back().empty()) {
        inside_quotes = true;
      } else if (c == ',') {
        cells.emplace_back();
      } else if (c != '\r' || file_.peek() != '\n') {
        cells.back() += static_cast<char>(c);
      }
    }
    if (inside_quotes) fail("a quoted cell is not closed");
    return anything;
  }

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(label_, line_, what); }

  double number(const std::string& cell) const {
    double value = 0.0;
    const char* end = cell.data() + cell.size();
    const auto result = std::from_chars(cell.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end) fail("expected a number, found \"" + cell + "\"");
    return value;
  }

 private:
  std::istream& file_;
  std::string label_;
  std::size_t line_ = 1;
  std::size_t next_line_ = 1;
};

}  // namespace

void write_csv(const Series& series, const std::filesystem::path& path, Links links) {
  AtomicFile file(path, links);
  std::string line;
  for (const Column& column : series.columns()) {
    if (!line.empty()) line += ',';
    line += quoted(column.name + " [" + column.unit + "]");
  }
  file.stream() << line << '\n';
  for (std::size_t row = 0; row < series.rows(); ++row) {
    line.clear();
    for (const Column& column : series.columns()) {
      if (!line.empty()) line += ',';
      line += to_text(column.values[row]);
    }
    line += '\n';
    file.stream() << line;
  }
  file.commit();
}

void write_csv(const std::vector<Check>& checks, const std::filesystem::path& path, Links links) {
  AtomicFile file(path, links);
  file.stream() << "quantity,unit,relation,published,measured,tolerance,verdict\n";
  for (const Check& check : checks) {
    file.stream() << quoted(check.quantity) << ',' << quoted(check.unit) << ',' << name_of(check.relation) << ','
                  << to_text(check.published) << ',' << to_text(check.measured) << ',' << to_text(check.tolerance)
                  << ',' << verdict(check.passed()) << '\n';
  }
  file.commit();
}

Series read_csv(const std::filesystem::path& path) {
  std::istringstream text(InputFile(path).read());
  return read_csv(text, path.stem().string(), path.string());
}

Series read_csv(std::istream& text, const std::string& name, const std::string& label) {
  Reader reader(text, label);
  std::vector<std::string> cells;
  if (!reader.next(cells)) reader.fail("expected a header line, found an empty file");
  std::vector<Column> columns;
  columns.reserve(cells.size());
  for (const std::string& cell : cells) columns.push_back(column_of(cell));
  while (reader.next(cells)) {
    if (cells.size() == 1 && cells.front().empty()) continue;  // a blank line, as many programs leave at the end
    if (cells.size() != columns.size()) {
      reader.fail("expected " + std::to_string(columns.size()) + " cells, found " + std::to_string(cells.size()));
    }
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].values.push_back(reader.number(cells[i]));
  }
  try {
    return {name, "", std::move(columns)};
  } catch (const InvalidArgument& error) {
    throw ParseError(label, 1, error.what());
  }
}

}  // namespace stickslip::record
