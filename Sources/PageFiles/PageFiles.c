#include "PageFiles.h"

// A file's bytes, which the compiler reads while it compiles: the tool is a single file, and no text has to be quoted.
#pragma clang diagnostic ignored "-Wc23-extensions"

const char *page_files_archive_html(void) {
  static const char text[] = {
#embed "Archive/page.html"
      , 0};
  return text;
}

const char *page_files_archive_css(void) {
  static const char text[] = {
#embed "Archive/page.css"
      , 0};
  return text;
}

// Classes come before those that extend them.
const char *page_files_archive_script(void) {
  static const char text[] = {
#embed "Archive/base.js"
      ,
#embed "Archive/bytes.js"
      ,
#embed "Archive/elements.js"
      ,
#embed "Archive/columns.js"
      ,
#embed "Archive/tables.js"
      ,
#embed "Archive/nodes.js"
      ,
#embed "Archive/rows.js"
      ,
#embed "Archive/tree.js"
      ,
#embed "Archive/order.js"
      ,
#embed "Archive/grid.js"
      ,
#embed "Archive/regions.js"
      ,
#embed "Archive/hex.js"
      ,
#embed "Archive/bytemap.js"
      ,
#embed "Archive/network.js"
      ,
#embed "Archive/layout.js"
      ,
#embed "Archive/graph.js"
      ,
#embed "Archive/drawing.js"
      ,
#embed "Archive/distribution.js"
      ,
#embed "Archive/details.js"
      ,
#embed "Archive/search.js"
      ,
#embed "Archive/connect.js"
      ,
#embed "Archive/main.js"
      , 0};
  return text;
}

const char *page_files_diff_css(void) {
  static const char text[] = {
#embed "Diff/diff.css"
      , 0};
  return text;
}

const char *page_files_layouts_css(void) {
  static const char text[] = {
#embed "Layout/layouts.css"
      , 0};
  return text;
}

const char *page_files_layouts_script(void) {
  static const char text[] = {
#embed "Layout/layouts.js"
      , 0};
  return text;
}
