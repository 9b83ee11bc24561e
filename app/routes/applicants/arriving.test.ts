import { expect, test } from "vitest";
import { idIn } from "#app/routes/applicants/arriving";

test("an address of an applicant, its tabs and its dialogs names who is opened; others name nobody", () => {
	const base = "/crestfield/applicants";
	const id = "0b5f9a52-7a4e-4b43-8c55-2f3f8a3a5f10";
	expect(idIn(`${base}/${id}`, base)).toBe(id);
	expect(idIn(`${base}/${id}/emails`, base)).toBe(id);
	for (const path of [base, `${base}/stage`, `${base}/views/new`, "/crestfield/reasons"])
		expect(idIn(path, base), path).toBeUndefined();
});
