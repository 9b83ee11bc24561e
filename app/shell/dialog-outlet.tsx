import { Outlet, useLocation, useResolvedPath } from "@remix-run/react";
import { createContext, type ReactNode } from "react";

/** Where a dialog over the page closes to; undefined for what is no dialog. */
export const UnderDialog = createContext<string | undefined>(undefined);

interface DialogOutletProps {
	context?: unknown;
	/** The query text of the page, where the address of a dialog has more than that. */
	search?: string;
}

/** Draws the dialogs and sheets that are opened from a page. A problem is said in their place, and not below the page. */
export const DialogOutlet = ({ context, search }: DialogOutletProps) => {
	const { pathname } = useResolvedPath("");
	const location = useLocation();
	return (
		<UnderDialog.Provider value={pathname + (search ?? location.search)}>
			<Outlet context={context} />
		</UnderDialog.Provider>
	);
};

/** Surrounds what is itself over a page and has room of its own: a problem in it is said there. */
export const InSheet = ({ children }: { children: ReactNode }) => (
	<UnderDialog.Provider value={undefined}>{children}</UnderDialog.Provider>
);
