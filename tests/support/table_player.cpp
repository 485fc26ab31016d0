// SPDX-License-Identifier: Apache-2.0
#include "support/table_player.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "reference/reference_router.h"
#include "support/paths.h"

namespace flitlock_test {
namespace {

[[noreturn]] void wrong(const std::string &text) { throw std::runtime_error(text); }

std::vector<std::string> words(const std::string &text) {
  std::istringstream in(text);
  std::vector<std::string> list;
  for (std::string word; in >> word;)
    list.push_back(word);
  return list;
}

std::string joined(const std::vector<std::string> &list) {
  std::string text;
  for (const std::string &word : list)
    text += (text.empty() ? "" : " ") + word;
  return text.empty() ? "-" : text;
}

std::string trimmed(const std::string &text) { return joined(words(text)); }

unsigned number(const std::string &text) {
  size_t used = 0;
  unsigned long value = 0;
  try {
    value = std::stoul(text, &used, 0);
  } catch (const std::exception &) {
    wrong("'" + text + "' is not a number");
  }
  if (used != text.size()) wrong("'" + text + "' is not a number");
  return static_cast<unsigned>(value);
}

// "key=value" -> key, value
std::pair<std::string, std::string> setting(const std::string &word) {
  const size_t at = word.find('=');
  if (at == std::string::npos) wrong("'" + word + "' is not key=value");
  return {word.substr(0, at), word.substr(at + 1)};
}

unsigned port_of(const Table &table, const std::string &name) {
  const auto found = table.port.find(name);
  if (found == table.port.end()) wrong("there is no port '" + name + "'");
  return found->second;
}

void set_depths(uint16_t *depth, const std::string &value) {
  std::fill(depth, depth + FLITLOCK_MAX_VCS, static_cast<uint16_t>(number(value)));
}

void read_set(Table &table, const std::vector<std::string> &list) {
  for (const std::string &word : list) {
    const auto [key, value] = setting(word);
    if (key == "vcs") {
      table.params.vcs = number(value);
    } else if (key == "max_len") {
      table.params.max_len = number(value);
    } else if (key == "unit_bytes") {
      table.params.unit_bytes = number(value);
    } else if (key == "registered") {
      if (value.size() != 3) wrong("registered has one digit for each of the three stages");
      for (unsigned k = 0; k < 3; k++)
        table.params.registered[k] = value[k] == '1';
    } else if (key == "arbiters") {
      const uint8_t kind = value == "round_robin" ? FLITLOCK_ARB_ROUND_ROBIN
                           : value == "weighted"  ? FLITLOCK_ARB_WEIGHTED
                           : value == "oldest"    ? FLITLOCK_ARB_OLDEST
                                                  : 255;
      if (kind == 255) wrong("no arbiter '" + value + "'");
      std::fill(table.params.arbiter, table.params.arbiter + 3, kind);
    } else {
      wrong("set does not know '" + key + "'");
    }
  }
}

void read_port(Table &table, const std::vector<std::string> &list) {
  const unsigned number_of_port = table.params.ports++;
  flitlock_router_port &port = table.params.port[number_of_port];
  std::memset(&port, 0, sizeof port);
  std::snprintf(port.name, sizeof port.name, "%s", list.at(0).c_str());
  table.port[list[0]] = number_of_port;
  port.in_width = port.out_width = port.weight = 1;
  for (unsigned v = 0; v < FLITLOCK_MAX_VCS; v++)
    port.vc_map[v] = static_cast<uint8_t>(v);
  for (size_t k = 1; k < list.size(); k++) {
    const auto [key, value] = setting(list[k]);
    if (key == "in" || key == "out") {
      (key == "in" ? port.has_in : port.has_out) = 1;
      (key == "in" ? port.in_width : port.out_width) = static_cast<uint8_t>(number(value));
    } else if (key == "input") {
      set_depths(port.input_depth, value);
    } else if (key == "crossbar") {
      set_depths(port.crossbar_depth, value);
    } else if (key == "output") {
      set_depths(port.output_depth, value);
    } else if (key == "credits") {
      set_depths(port.credits, value);
    } else if (key == "weight") {
      port.weight = static_cast<uint8_t>(number(value));
    } else if (key.rfind("map", 0) == 0) {
      port.vc_map[number(key.substr(3)) % FLITLOCK_MAX_VCS] = static_cast<uint8_t>(number(value));
    } else {
      wrong("port does not know '" + key + "'");
    }
  }
}

void read_packet(Table &table, const std::vector<std::string> &list) {
  const unsigned index = static_cast<unsigned>(table.packet.size()) + 1;
  TablePacket packet;
  packet.header.len = 1;
  for (size_t k = 1; k < list.size(); k++) {
    const auto [key, value] = setting(list[k]);
    if (key == "to") {
      packet.header.dst = flitlock_address(port_of(table, value), index, 2 * index, 3 * index);
    } else if (key == "len") {
      packet.header.len = static_cast<uint8_t>(number(value));
    } else if (key == "birth") {
      packet.header.birth = number(value);
    } else {
      wrong("packet does not know '" + key + "'");
    }
  }
  // Fields a router must pass on as they are: all different, from the packet's place in the file.
  packet.header.op = index & 3;
  packet.header.bytes = static_cast<uint16_t>(packet.header.len * table.params.unit_bytes - index % 8);
  packet.header.src = 0x10203040U * index;
  packet.header.id = 0x01010101U * index;
  packet.header.addr = 0x0123456789abcdefU * index;
  packet.bytes.resize(packet.header.len * table.params.unit_bytes);
  for (size_t k = 0; k < packet.bytes.size(); k++)
    packet.bytes[k] = static_cast<uint8_t>(37 * index + 11 * k + k / table.params.unit_bytes);
  table.packet[list.at(0)] = packet;
}

std::vector<std::string> cells(const std::string &line) {
  std::vector<std::string> list;
  std::istringstream in(line);
  for (std::string cell; std::getline(in, cell, '|');)
    list.push_back(trimmed(cell));
  return list;
}

void read_row(Table &table, const std::string &line) {
  const std::vector<std::string> list = cells(line);
  if (list.size() != table.column.size())
    wrong(std::to_string(list.size()) + " cells for " + std::to_string(table.column.size()) + " columns: " + line);
  if (number(list[0]) != table.row.size()) wrong("cycles do not follow each other at " + list[0]);
  table.row.push_back(list);
}

void finish_table(Table &table) {
  flitlock_route &route = table.params.route;
  route.kind = FLITLOCK_ROUTE_SWITCH;  // on dst.gpu, which is the number of the port
  for (unsigned port = 0; port < table.params.ports; port++)
    route.gpu_port[port] = static_cast<uint8_t>(port);
  for (const char *needed : {"in", "credit in", "out", "credit out"})
    if (std::find(table.column.begin(), table.column.end(), needed) == table.column.end())
      wrong(std::string("no column '") + needed + "'");
  if (table.row.empty()) wrong("no rows");
}

std::string cell(const Table &table, size_t row, const std::string &column) {
  for (size_t k = 0; k < table.column.size(); k++)
    if (table.column[k] == column) return table.row[row][k];
  return "-";
}

// "W:a0-1@3": port, flit on the lane.
std::pair<unsigned, flitlock_flit> read_flit(Table &table, const std::string &word) {
  const size_t colon = word.find(':'), at = word.find('@');
  if (colon == std::string::npos || at == std::string::npos || at < colon) wrong("'" + word + "' is not PORT:FLIT@VC");
  const std::string name = word.substr(colon + 1, 1), units = word.substr(colon + 2, at - colon - 2);
  const auto found = table.packet.find(name);
  if (found == table.packet.end()) wrong("there is no packet '" + name + "'");
  TablePacket &packet = found->second;
  const size_t dash = units.find('-');
  const unsigned first = number(units.substr(0, dash));
  const unsigned last = dash == std::string::npos ? first : number(units.substr(dash + 1));
  if (last < first || last >= packet.header.len) wrong("'" + word + "' is outside its packet");
  flitlock_flit flit = packet.header;
  flit.vc = static_cast<uint8_t>(number(word.substr(at + 1)));
  flit.seq = static_cast<uint8_t>(first);
  flit.units = static_cast<uint8_t>(last - first + 1);
  flit.head = first == 0;
  flit.tail = last + 1U == packet.header.len;
  flit.payload = packet.bytes.data() + first * table.params.unit_bytes;
  return {port_of(table, word.substr(0, colon)), flit};
}

// "E:2@0": port, VC, count.
void read_credit(const Table &table, const std::string &word, std::vector<uint32_t> &credit) {
  const size_t colon = word.find(':'), at = word.find('@');
  if (colon == std::string::npos || at == std::string::npos) wrong("'" + word + "' is not PORT:COUNT@VC");
  credit[port_of(table, word.substr(0, colon))] |=
      flitlock_credit_one(number(word.substr(at + 1)), number(word.substr(colon + 1, at - colon - 1)));
}

struct Lanes {
  uint64_t flit_valid = 0;
  std::vector<flitlock_flit> flit;
  std::vector<uint32_t> credit;
  explicit Lanes(unsigned ports) : flit(ports), credit(ports, 0) {}
  uint64_t credit_valid() const {
    uint64_t mask = 0;
    for (size_t port = 0; port < credit.size(); port++)
      if (credit[port]) mask |= uint64_t{1} << port;
    return mask;
  }
};

Lanes read_lanes(Table &table, const std::string &flits, const std::string &credits) {
  Lanes lanes(table.params.ports);
  for (const std::string &word : words(flits)) {
    if (word == "-") continue;
    const auto [port, flit] = read_flit(table, word);
    lanes.flit_valid |= uint64_t{1} << port;
    lanes.flit[port] = flit;
  }
  for (const std::string &word : words(credits))
    if (word != "-") read_credit(table, word, lanes.credit);
  return lanes;
}

std::string print(const flitlock_flit &flit) {
  char text[512];
  flitlock_flit_print(&flit, text, sizeof text);
  return text;
}

std::string compare_lanes(const flitlock_out &got, const Lanes &want, const flitlock_router_params &params) {
  for (unsigned port = 0; port < 64; port++) {
    const std::string where = "port " + std::string(port < params.ports ? params.port[port].name : "beyond") + ": ";
    const bool valid = got.flit_valid >> port & 1, wanted = want.flit_valid >> port & 1;
    if (valid && !wanted) return where + "a flit the table does not have: " + print(got.flit[port]);
    if (!valid && wanted) return where + "no flit, the table has " + print(want.flit[port]);
    if (valid) {
      const flitlock_flit &a = got.flit[port], &b = want.flit[port];
      const int field = flitlock_flit_compare(&a, &b);
      if (field >= 0)
        return where + flitlock_flit_fields[field].name + " differs: " + print(a) + "; table: " + print(b);
      if (!a.payload || std::memcmp(a.payload, b.payload, b.units * params.unit_bytes) != 0)
        return where + "payload differs in " + print(a);
    }
    const uint32_t credit = got.credit_valid >> port & 1 ? got.credit[port] : 0;
    const uint32_t credit_wanted = port < params.ports ? want.credit[port] : 0;
    if (credit != credit_wanted) {
      std::ostringstream text;
      text << where << "credit word 0x" << std::hex << credit << ", table 0x" << credit_wanted;
      return text.str();
    }
  }
  return "";
}

// The notation of a flit: letter, first unit, "-" last unit if there are two.
std::string flit_text(const Table &table, const flitlock_flit &flit) {
  for (const auto &[name, packet] : table.packet)
    if (packet.header.id == flit.id)
      return name + std::to_string(flit.seq) + (flit.units == 2 ? "-" + std::to_string(flit.seq + 1) : "");
  return "?";
}

std::string buffer_text(const Table &table, const std::string &place, const RefBuffer &buffer) {
  std::string text = place + "[";
  for (const RefEntry &entry : buffer)
    text += (&entry == &buffer.front() ? "" : ",") + flit_text(table, entry.flit.header);
  return text + "]";
}

std::map<std::string, std::string> inside(const Table &table, const ReferenceRouter &router, const RefLanes &out) {
  std::map<std::string, std::vector<std::string>> list;
  const auto &port = table.params.port;
  auto at = [](unsigned vc) { return "@" + std::to_string(vc); };
  for (const RefMove &move : router.moved1)
    list["L1"].push_back(std::string(port[move.in].name) + ">" + port[move.out].name + ":" +
                         flit_text(table, move.flit.header) + at(move.out_vc));
  for (const RefMove &move : router.moved2)
    list["L2"].push_back(std::string(port[move.in].name) + ">" + port[move.out].name + ":" +
                         flit_text(table, move.flit.header) + at(move.out_vc));
  for (unsigned i = 0; i < router.P; i++) {
    const std::string name = port[i].name;
    if (router.arbiter1[i].pointer)
      list["pointers"].push_back("L1." + name + "=" + std::to_string(router.arbiter1[i].pointer));
    if (router.arbiter2[i].pointer)
      list["pointers"].push_back("L2." + name + "=" + std::to_string(router.arbiter2[i].pointer));
    if (router.arbiter2[i].used)
      list["pointers"].push_back("used." + name + "=" + std::to_string(router.arbiter2[i].used));
    if (router.arbiter3[i].pointer)
      list["pointers"].push_back("L3." + name + "=" + std::to_string(router.arbiter3[i].pointer));
    if (out.flit[i])
      list["out"].push_back(name + ":" + flit_text(table, out.flit[i]->header) + at(out.flit[i]->header.vc));
    for (unsigned v = 0; v < router.V; v++) {
      if (!router.input[i][v].empty()) list["input"].push_back(buffer_text(table, name + at(v), router.input[i][v]));
      for (unsigned o = 0; o < router.P; o++)
        if (!router.crossbar[i][o][v].empty())
          list["crossbar"].push_back(buffer_text(table, name + ">" + port[o].name + at(v), router.crossbar[i][o][v]));
      if (!router.output[i][v].empty()) list["output"].push_back(buffer_text(table, name + at(v), router.output[i][v]));
      if (port[i].has_out && router.credits[i][v] != port[i].credits[v])
        list["credits"].push_back(name + at(v) + "=" + std::to_string(router.credits[i][v]));
      if (out.credit[i][v]) list["credit out"].push_back(name + ":" + std::to_string(out.credit[i][v]) + at(v));
    }
  }
  std::map<std::string, std::string> text;
  for (const char *column : {"L1", "L2", "pointers", "input", "crossbar", "output", "credits", "out", "credit out"})
    text[column] = joined(list[column]);
  return text;
}

RefLanes to_reference(const Lanes &lanes, const flitlock_router_params &params) {
  RefLanes in(params.ports, params.vcs);
  for (unsigned port = 0; port < params.ports; port++) {
    if (lanes.flit_valid >> port & 1) {
      const flitlock_flit &flit = lanes.flit[port];
      in.flit[port] = RefFlit{flit, {flit.payload, flit.payload + flit.units * params.unit_bytes}};
    }
    for (unsigned v = 0; v < params.vcs; v++)
      in.credit[port][v] = flitlock_credit_get(lanes.credit[port], v);
  }
  return in;
}

}  // namespace

Table parse_table(const std::string &path, const std::string &text) {
  Table table;
  table.path = path;
  table.text = text;
  flitlock_router_params_default(&table.params);
  table.params.ports = 0;
  table.params.vcs = 1;
  table.params.unit_bytes = 8;
  table.params.checks = 1;
  std::istringstream in(text);
  unsigned line_number = 0;
  try {
    for (std::string line; std::getline(in, line);) {
      line_number++;
      std::vector<std::string> list = words(line);
      if (list.empty() || line[0] == '#') continue;
      const std::string key = list[0];
      list.erase(list.begin());
      if (!table.column.empty()) {
        read_row(table, line);
      } else if (line.find('|') != std::string::npos) {
        table.column = cells(line);
        if (table.column[0] != "cycle") wrong("the first column is 'cycle'");
      } else if (key == "title") {
        table.title = joined(list);
      } else if (key == "set") {
        read_set(table, list);
      } else if (key == "port") {
        read_port(table, list);
      } else if (key == "packet") {
        read_packet(table, list);
      } else {
        wrong("unknown line '" + key + "'");
      }
    }
    finish_table(table);
  } catch (const std::exception &error) {
    table.error = path + ":" + std::to_string(line_number) + ": " + error.what();
  }
  return table;
}

std::vector<Table> read_tables() {
  std::vector<std::filesystem::path> paths;
  for (const auto &entry : std::filesystem::directory_iterator(repository_file("tests/tables")))
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<Table> tables;
  for (const auto &path : paths) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    tables.push_back(parse_table("tests/tables/" + path.filename().string(), text.str()));
  }
  return tables;
}

std::string play_table(const Table &original, const flitlock_block_ops &ops, unsigned *rows) {
  if (!original.error.empty()) return original.error;
  Table table = original;
  flitlock_block *block = nullptr;
  flitlock_error error{};
  if (ops.create(&table.params, "table", &block, &error) != FLITLOCK_OK) return table.path + ": create: " + error.text;
  ops.reset(block);
  std::string difference;
  try {
    // After the last row nothing more may come out.
    for (size_t cycle = 0; cycle < table.row.size() + 16 && difference.empty(); cycle++) {
      const bool listed = cycle < table.row.size();
      const Lanes lanes = listed ? read_lanes(table, cell(table, cycle, "in"), cell(table, cycle, "credit in"))
                                 : Lanes(table.params.ports);
      const Lanes want = listed ? read_lanes(table, cell(table, cycle, "out"), cell(table, cycle, "credit out"))
                                : Lanes(table.params.ports);
      const flitlock_in in = {lanes.flit_valid, lanes.credit_valid(), lanes.flit.data(), lanes.credit.data()};
      std::vector<flitlock_flit> flit(table.params.ports);
      std::vector<uint32_t> credit(table.params.ports);
      flitlock_out out = {0, 0, flit.data(), credit.data()};
      ops.step(block, cycle, &in, &out);
      difference = compare_lanes(out, want, table.params);
      if (!difference.empty()) difference = table.path + ": cycle " + std::to_string(cycle) + ": " + difference;
      if (rows && listed) ++*rows;
    }
  } catch (const std::exception &failure) {
    difference = table.path + ": " + failure.what();
  }
  if (difference.empty() && ops.check && ops.check(block, &error) != FLITLOCK_OK)
    difference = table.path + ": the block's own check: " + error.text;
  ops.destroy(block);
  return difference;
}

std::vector<std::map<std::string, std::string>> table_by_reference(const Table &original) {
  Table table = original;
  ReferenceRouter router(table.params);
  std::vector<std::map<std::string, std::string>> rows;
  for (size_t cycle = 0; cycle < table.row.size(); cycle++) {
    const Lanes lanes = read_lanes(table, cell(table, cycle, "in"), cell(table, cycle, "credit in"));
    const RefLanes out = router.step(to_reference(lanes, table.params));
    rows.push_back(inside(table, router, out));
    rows.back()["cycle"] = std::to_string(cycle);
    rows.back()["in"] = cell(table, cycle, "in");
    rows.back()["credit in"] = cell(table, cycle, "credit in");
    if (!router.error.empty()) wrong(table.path + ": " + router.error);
  }
  return rows;
}

std::string play_table_inside(const Table &table) {
  if (!table.error.empty()) return table.error;
  try {
    const auto rows = table_by_reference(table);
    for (size_t cycle = 0; cycle < rows.size(); cycle++)
      for (const std::string &column : table.column) {
        const auto found = rows[cycle].find(column);
        if (found == rows[cycle].end()) return table.path + ": unknown column '" + column + "'";
        if (cell(table, cycle, column) != found->second)
          return table.path + ": cycle " + std::to_string(cycle) + ", " + column + ": the table says '" +
                 cell(table, cycle, column) + "', the reference '" + found->second + "'";
      }
  } catch (const std::exception &failure) {
    return table.path + ": " + failure.what();
  }
  return "";
}

}  // namespace flitlock_test
