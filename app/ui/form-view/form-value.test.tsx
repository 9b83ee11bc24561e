import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FormValue } from "#app/ui/form-view/form-value";

test("a text beside a field's files is shown with them", () => {
	const file = { id: "f", fieldId: "c", name: "a.pdf", mimetype: "application/pdf", size: 9 };
	const field = { fieldId: "c", label: "C", kind: "files" as const, value: [file] };
	expect(renderToStaticMarkup(<FormValue field={{ ...field, text: "Lost in the post" }} />)).toMatch(
		/Lost in the post.*a\.pdf/s,
	);
	expect(renderToStaticMarkup(<FormValue field={field} />).match(/<li/g)).toHaveLength(1);
});
