import { expect, test } from "vitest";
import { isMisspelt } from "#worker/services/applicants/is-misspelt";

const name = "Musa Ọláyínká Maikano CU/26/104882";

test.each(["Musa Maikna", "nusa maikano", "maikanno", "Musa Mikano", "olaynka", "104892"])(
	"%j is the name with a mistake",
	(typed) => {
		expect(isMisspelt(typed, name)).toBe(true);
	},
);

test.each(["Musa Bello", "Mahmud", "musa mai nobody"])("%j is another name", (typed) => {
	expect(isMisspelt(typed, name)).toBe(false);
});
