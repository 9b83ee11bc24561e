import { Outlet, useLocation, useParams, useResolvedPath } from "@remix-run/react";
import { createContext, type ReactNode } from "react";

/** Where a dialog over the page closes to; undefined for what is no dialog. */
export const UnderDialog = createContext<string | undefined>(undefined);

interface DialogOutletProps {
	context?: unknown;
	/** The query text of the page, where the address of a dialog has more than that. */
	search?: string;
	/** Whether one sheet or dialog goes on to the next record, and keeps the focus meanwhile. */
	isWalked?: boolean;
}

/** Draws the dialogs and sheets that are opened from a page. A problem is said in their place, and not below the page. */
export const DialogOutlet = ({ context, search, isWalked = false }: DialogOutletProps) => {
	const { pathname } = useResolvedPath("");
	const location = useLocation();
	const params = useParams();
	return (
		<UnderDialog.Provider value={pathname + (search ?? location.search)}>
			{/* why the key: the dialog of another record, which the palette opens, must have nothing of what this one shows. */}
			<Outlet key={isWalked ? pathname : JSON.stringify(params)} context={context} />
		</UnderDialog.Provider>
	);
};

/** Surrounds what is itself over a page and has room of its own: a problem in it is said there. */
export const InSheet = ({ children }: { children: ReactNode }) => (
	<UnderDialog.Provider value={undefined}>{children}</UnderDialog.Provider>
);
