import { CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/button";
import { MessagePage } from "#app/ui/page/message-page";

interface LinkRefusedProps {
	title: string;
	/** Why, when it is not the link's own fault. */
	detail?: string;
	/** Whom to turn to, where no button leads there. */
	help?: string;
	loginTo: string;
	/** What to do about it, before going back to the login. */
	children: ReactNode;
}

const expired = "The link may have been used already, or have expired.";

/** A mailed link that is not good, or not any more. */
export const LinkRefused = ({ title, detail = expired, help, loginTo, children }: LinkRefusedProps) => (
	<MessagePage
		icon={CircleX}
		tone="danger"
		title={title}
		action={
			<>
				{children}
				<LinkButton to={loginTo}>Back to login</LinkButton>
			</>
		}
	>
		<p role="alert">{detail}</p>
		{help && <p>{help}</p>}
	</MessagePage>
);
