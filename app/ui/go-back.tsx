import { useNavigate } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { LinkButton } from "#app/ui/button";

/** Checks whether this tab was elsewhere in the portal before. The router numbers the pages of one visit. */
const hasPreviousPage = () => Number(window.history.state?.idx ?? 0) > 0;

/** 'Go Back' (§2): to the previous page, or to `to` for a user who came from outside. */
export const GoBack = ({ to, label = "Go Back" }: { to: string; label?: string }) => {
	const navigate = useNavigate();
	return (
		<LinkButton
			to={to}
			icon={ArrowLeft}
			onClick={(event) => {
				if (!hasPreviousPage() || event.metaKey || event.ctrlKey || event.shiftKey) return;
				event.preventDefault();
				navigate(-1);
			}}
		>
			{label}
		</LinkButton>
	);
};
