// The files of the pages that people look at: HTML, style and script, each as a string that ends with a zero.

/// The page of an archive: what stands between the places {{policy}}, {{title}}, {{style}}, {{data}} and {{script}}.
const char *page_files_archive_html(void);
const char *page_files_archive_css(void);
const char *page_files_archive_script(void);
