import { SlidersHorizontal } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import type { NavigationEntry } from "#app/shell/navigation";

/** 'General Configurations' in the specification's order (§2); an entry appears with its screen. */
const screens: readonly NavigationEntry[] = [
	{ path: "configurations", label: "System Settings", icon: SlidersHorizontal, calls: may.seeSettings },
];

/** Returns the settings screens that the user may open (§6). */
export const settingsScreensFor = (privileges: readonly string[]): readonly NavigationEntry[] =>
	screens.filter(({ calls }) => mayCall({ privileges }, calls));
