import { FolderOpen, Plus } from "lucide-react";
import { may, mayCall } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { LinkButton } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { EmptyState } from "#app/ui/page/empty-state";

interface NoApplicationsProps {
	/** What appears here once there is an application. */
	children: string;
	className?: string;
}

/** Shown while the institution has no applications, with a link for users who may create one. */
export const NoApplications = ({ children, className }: NoApplicationsProps) => {
	const { orgName, user } = useShell();
	return (
		<Card className={className}>
			<EmptyState
				icon={FolderOpen}
				title="No applications yet"
				action={
					mayCall(user, may.addApplications) && (
						<LinkButton to={`/${orgName}/applications/create`} variant="primary" icon={Plus}>
							New application
						</LinkButton>
					)
				}
			>
				{children}
			</EmptyState>
		</Card>
	);
};
