import { expect, test } from "vitest";
import { plainTables } from "#app/ui/form-fields/text-tables";

test("a table is stored without widths, and with plain cells", () => {
	const edited =
		'<table style="min-width: 50px;"><colgroup><col style="min-width: 25px;"><col></colgroup><tbody>' +
		'<tr><th colspan="1" rowspan="1"><p>Course</p></th><td colspan="2" rowspan="1"><p><strong>CSC</strong></p></td></tr>' +
		'<tr><td colspan="1" rowspan="1"><p>one</p><p>two</p></td><td colspan="1" rowspan="1"><p></p></td></tr>' +
		"</tbody></table><p>After</p>";
	expect(plainTables(edited)).toBe(
		"<table><tbody>" +
			'<tr><th>Course</th><td colspan="2"><strong>CSC</strong></td></tr>' +
			"<tr><td><p>one</p><p>two</p></td><td></td></tr>" +
			"</tbody></table><p>After</p>",
	);
});
