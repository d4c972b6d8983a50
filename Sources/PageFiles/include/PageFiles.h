// The files of the pages that people look at: HTML, style and script, each as a string that ends with a zero.

/// The page of an archive: its body up to the data, its style and its script.
const char *page_files_archive_html(void);
const char *page_files_archive_css(void);
const char *page_files_archive_script(void);

/// The page of a comparison.
const char *page_files_diff_css(void);

/// The page of layouts.
const char *page_files_layouts_css(void);
const char *page_files_layouts_script(void);
