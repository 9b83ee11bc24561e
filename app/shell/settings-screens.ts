import { SlidersHorizontal } from "lucide-react";
import type { NavigationEntry } from "#app/shell/navigation";
import { anyOf, holdsAny } from "#worker/contract/permissions";

/** 'General Configurations' in the specification's order (§2); an entry appears with its screen. */
const screens: readonly NavigationEntry[] = [
	{ path: "configurations", label: "System Settings", icon: SlidersHorizontal, permissions: anyOf("organisation") },
];

/** The settings screens that the holder of these privileges may open (§6). */
export const settingsScreensFor = (privileges: readonly string[]): readonly NavigationEntry[] =>
	screens.filter(({ permissions }) => holdsAny(privileges, permissions));
