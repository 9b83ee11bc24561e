import { StayOffline } from "#app/shell/stay-offline";
import { Tour } from "#app/shell/tour/tour";
import { UpdateNotice } from "#app/shell/updates/update-notice";

/** What the frame can do without for its first moment: it comes after the page, in a file of its own. */
export const ShellExtras = () => (
	<>
		<StayOffline />
		<Tour />
		<UpdateNotice />
	</>
);
