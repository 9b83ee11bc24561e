import { History } from "lucide-react";
import { LinkButton } from "#app/ui/button";

/** Leads from the dialog of a record to its history. */
export const HistoryLink = ({ to }: { to: string }) => (
	<LinkButton to={to} icon={History} variant="ghost" className="mr-auto" replace preventScrollReset>
		History
	</LinkButton>
);
