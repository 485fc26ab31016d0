// SPDX-License-Identifier: Apache-2.0
// The clock of a pod that flitlock_sv_pod has written, and the calls of its clients and log.
  chandle pod;
  longint unsigned cycle = 0;
  int ended = flitlock_dpi_pkg::StatusOk;
  bit over_q = 1'b0;

  function automatic string complaints();
    string text = "";
    string line = flitlock_pod_dpi_error(pod);
    while (line != "") begin
      text = {text, "\n  ", line};
      line = flitlock_pod_dpi_error(pod);
    end
    return text;
  endfunction

  // A bit for each block from hexadecimal digits. Anything else, and more bits than there are blocks, ends the run.
  function automatic bit [Blocks-1:0] blocks_of(string text);
    bit [Blocks+3:0] bits = '0;
    for (int i = 0; i < text.len(); i++) begin
      automatic int digit = int'(text.getc(i));
      if (digit >= 48 && digit <= 57) digit -= 48;  // 0 to 9
      else if (digit >= 97 && digit <= 102) digit -= 87;  // a to f
      else if (digit >= 65 && digit <= 70) digit -= 55;  // A to F
      else $fatal(1, "+rtl=%s: not a hexadecimal number", text);
      bits = (bits << 4) | (Blocks + 4)'(digit);
      if (bits >> Blocks != '0) $fatal(1, "+rtl=%s: there are %0d blocks", text, Blocks);
    end
    if (text.len() == 0) $fatal(1, "+rtl= without a number");
    return bits[Blocks-1:0];
  endfunction

  always #5 clk = !clk;
  initial begin
    #1 rst_n = 1'b0;
    #20 rst_n = 1'b1;
  end

  initial begin
    automatic string config_path, sets, events, blocks;
    if (!$value$plusargs("config=%s", config_path)) $fatal(1, "+config=FILE is missing");
    if (!$value$plusargs("set=%s", sets)) sets = "";
    if (!$value$plusargs("events=%s", events)) events = "";
    if (!$value$plusargs("rtl=%s", blocks)) blocks = "0";
    rtl = blocks_of(blocks);
    pod = flitlock_pod_dpi_create(config_path, sets, events, flitlock_dpi_pkg::Abi, flitlock_dpi_pkg::Layout, Shape,
        PodBits, ClientBits);
    if (pod == null) $fatal(1, "no pod could be made");
    else if (flitlock_pod_dpi_status(pod) != flitlock_dpi_pkg::StatusOk) $fatal(1, "%s", complaints());
  end

  // The only call: clients and log, outputs by nonblocking assignment.
  always_ff @(posedge clk or negedge rst_n) begin : edge_of_clients
    automatic bit [ClientBits-1:0] given;
    automatic int status, over;
    if (!rst_n) begin
      given_q <= '0;
    end else if (!over_q) begin
      status = flitlock_pod_dpi_edge(pod, cycle, presented, arriving, given, over);
      if (status != flitlock_dpi_pkg::StatusOk) $fatal(1, "pod, status %0d:%s", status, complaints());
      given_q <= given;
      over_q <= over != 0;
      cycle <= cycle + 1;
    end
  end

  always @(posedge over_q) begin : finish
    automatic int status = flitlock_pod_dpi_finish(pod);
    if (status != flitlock_dpi_pkg::StatusOk) $fatal(1, "pod, status %0d:%s", status, complaints());
    else if (flitlock_pod_dpi_packets(pod) == 0) $fatal(1, "no packet has arrived: nothing was shown");
    else $display("flitlock_pod_top: rtl %h: %0d cycles, %0d packets", rtl, cycle - 1, flitlock_pod_dpi_packets(pod));
    $finish;
  end
  // Closes the log on every other way out.
  final if (flitlock_pod_dpi_status(pod) == flitlock_dpi_pkg::StatusOk) ended = flitlock_pod_dpi_finish(pod);
