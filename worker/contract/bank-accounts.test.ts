import { expect, it } from "vitest";
import { isPossibleNumber, normaliseAccountNumber } from "#worker/contract/bank-accounts";

it("takes an account number without spaces and hyphens, in capitals", () => {
	expect(normaliseAccountNumber(" gb82 west-1234 5698 7654 32 ")).toBe("GB82WEST12345698765432");
});

it.each([
	["GB82WEST12345698765432", true],
	["DE89370400440532013000", true],
	["DE89370400440532013001", false],
	["GB28WEST12345698765432", false],
	["55779911", true],
	["ABCDEFGH", false],
])("%s can be an account number: %s", (accountNumber, isPossible) => {
	expect(isPossibleNumber(accountNumber)).toBe(isPossible);
});
