import { expect, test } from "vitest";
import { keyLabel, keyLabels } from "#app/shell/palette/key-labels";

test("writes keys as on the keyboard", () => {
	expect(keyLabels(["g", "p"], false)).toEqual(["G", "P"]);
	expect(keyLabel("Enter", false)).toBe("↵");
	expect(keyLabel("[", false)).toBe("[");
});

test("writes a chord in the device's style", () => {
	expect(keyLabel("mod+k", true)).toBe("⌘K");
	expect(keyLabel("mod+k", false)).toBe("Ctrl K");
	expect(keyLabel("shift+X", true)).toBe("⇧X");
	expect(keyLabel("alt+T", false)).toBe("Alt T");
});
