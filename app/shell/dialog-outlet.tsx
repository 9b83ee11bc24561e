import { Outlet, useLocation, useResolvedPath } from "@remix-run/react";
import { createContext } from "react";

/** Where a dialog over the page closes to; undefined for what is no dialog. */
export const UnderDialog = createContext<string | undefined>(undefined);

/** Draws the dialogs and sheets that are opened from a page. A problem is said in their place, and not below the page. */
export const DialogOutlet = ({ context }: { context?: unknown }) => {
	const { pathname } = useResolvedPath("");
	const { search } = useLocation();
	return (
		<UnderDialog.Provider value={pathname + search}>
			<Outlet context={context} />
		</UnderDialog.Provider>
	);
};
