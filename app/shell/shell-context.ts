import type { SerializeFrom } from "@remix-run/cloudflare";
import { createContext, useContext } from "react";
import type { loader } from "#app/shell/layout";

export type ShellData = SerializeFrom<typeof loader>;

export const ShellContext = createContext<ShellData | undefined>(undefined);

/** What the frame knows: the user, the organisation, preferences. Only below the shell. */
export const useShell = (): ShellData => {
	const shell = useContext(ShellContext);
	if (!shell) throw new Error("useShell is used outside the signed-in frame");
	return shell;
};
