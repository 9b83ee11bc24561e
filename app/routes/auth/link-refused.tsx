import { CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/button";
import { MessagePage } from "#app/ui/page/message-page";

interface LinkRefusedProps {
	title: string;
	detail?: string;
	/** Where to get help when there is no button for it. */
	help?: string;
	loginTo: string;
	children: ReactNode;
}

const expired = "The link may have been used already, or have expired.";

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
