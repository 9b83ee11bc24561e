import { expect, test } from "vitest";
import { keyLabel, keyLabels } from "#app/shell/palette/key-labels";

test("keys are written as on the keyboard", () => {
	expect(keyLabels(["g", "p"], false)).toEqual(["G", "P"]);
	expect(keyLabel("Enter", false)).toBe("↵");
	expect(keyLabel("[", false)).toBe("[");
});

test("a chord is written in the device's way", () => {
	expect(keyLabel("mod+k", true)).toBe("⌘K");
	expect(keyLabel("mod+k", false)).toBe("Ctrl K");
	expect(keyLabel("shift+X", true)).toBe("⇧X");
});
