import { useEffect } from "react";
import { useMarkSeen } from "#app/shell/notifications/use-mark-seen";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";

/** Marks notifications as seen when they are opened (§4); without JavaScript a button does it. */
export const MarkSeen = ({ page }: { page: number }) => {
	const { orgName, newNotifications } = useShell();
	const markSeen = useMarkSeen();
	useEffect(markSeen, [markSeen]);
	if (newNotifications === 0) return null;
	return (
		<noscript>
			<SignedInForm action={`/${orgName}/notices`}>
				<input type="hidden" name="intent" value="seen" />
				<input type="hidden" name="page" value={page} />
				<Button size="small">Mark as seen</Button>
			</SignedInForm>
		</noscript>
	);
};
