import { expect, test } from "vitest";
import { kindHelp } from "#app/routes/transactions/exception-texts";

test.each(["amount_differs", "currency_differs"] as const)(
	"says of %s what the payer may have done, and what the platform may have",
	(kind) => {
		expect(kindHelp[kind]).toMatch(/^The payer paid .* than was asked for, or the platform paid .*out/);
	},
);
