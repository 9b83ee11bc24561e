import { expect, test } from "vitest";
import { platformName } from "./payment-platforms";

test("names the platforms, and keeps the code of an unknown one", () => {
	expect(platformName("REMITA")).toBe("Remita");
	expect(platformName("paypro_kano")).toBe("Paypro Kano");
	expect(platformName("constructor")).toBe("constructor");
});
