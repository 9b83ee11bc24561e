import { useEffect } from "react";
import { useMarkSeen } from "#app/shell/notifications/use-mark-seen";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";

/**
 * Marks the notifications as seen when they are opened (§4): at once, or without JavaScript by a button; reading
 * alone writes nothing.
 */
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
