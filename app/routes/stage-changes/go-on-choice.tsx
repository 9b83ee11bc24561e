import { useSearchParams } from "@remix-run/react";
import { useShell } from "#app/shell/shell-context";
import { Checkbox } from "#app/ui/checkbox";

/** After the change on to the next applicant of the list: as the user chose last, or as the key says that led here. */
export const GoOnChoice = () => {
	const { goesOn } = useShell();
	const [params] = useSearchParams();
	return (
		<div className="flex items-center gap-2.5">
			<input type="hidden" name="wentOn" value={goesOn ? "on" : "off"} />
			<Checkbox id="go-on" name="goOn" defaultChecked={goesOn || params.get("goOn") === "on"} />
			<label htmlFor="go-on">Go on to the next applicant of the list</label>
		</div>
	);
};
