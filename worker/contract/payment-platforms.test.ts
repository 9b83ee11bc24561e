import { expect, test } from "vitest";
import { platformName } from "./payment-platforms";

test("platforms have names, and one that is not known keeps its code", () => {
	expect(platformName("REMITA")).toBe("Remita");
	expect(platformName("paypro_kano")).toBe("Paypro Kano");
	expect(platformName("constructor")).toBe("constructor");
});
