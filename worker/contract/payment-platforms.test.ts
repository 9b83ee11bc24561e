import { expect, test } from "vitest";
import { internationalPlatforms, localPlatforms, noConfigsOf, platformName } from "./payment-platforms";

test("names the platforms, and keeps the code of an unknown one", () => {
	expect(platformName("REMITA")).toBe("Remita");
	expect(platformName("paypro_kano")).toBe("Paypro Kano");
	expect(platformName("constructor")).toBe("constructor");
});

test("says of each platform that it has no configs", () => {
	expect([...localPlatforms, ...internationalPlatforms].map(noConfigsOf)).toEqual([
		"No Paystack configs could be loaded.",
		"No Remita configs could be loaded.",
		"No Interswitch configs could be loaded.",
		"No Nabroll configs could be loaded.",
		"No Paypro Kano configs could be loaded.",
		"No Payunimaid configs could be loaded.",
		"No Stripe configs could be loaded.",
	]);
});
