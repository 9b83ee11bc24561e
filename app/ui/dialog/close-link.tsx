import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/button";

interface CloseLinkProps {
	to: string;
	/** 'Cancel' beside a form's button, 'Close' where nothing can be saved. */
	children: ReactNode;
}

/** Leaves a dialog for what is below it, without a further step in the browser's history. */
export const CloseLink = ({ to, children }: CloseLinkProps) => (
	<LinkButton to={to} replace preventScrollReset>
		{children}
	</LinkButton>
);
