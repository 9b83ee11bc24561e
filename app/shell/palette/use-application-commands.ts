import { useNavigate } from "@remix-run/react";
import { FolderOpen } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import type { InferOutput } from "valibot";
import { may, mayCall } from "#app/session/may-call";
import type { Command } from "#app/shell/commands";
import { FoundApplications } from "#app/shell/found-applications";
import { askRoute } from "#app/shell/palette/route-data";
import { useShell } from "#app/shell/shell-context";

/** Returns a command to the applicants of each application. These are asked for when the palette opens, not by its pages. */
export const useApplicationCommands = (): readonly Command[] => {
	const { orgName, user } = useShell();
	const navigate = useNavigate();
	const maySee = mayCall(user, may.seeApplicants);
	const [found, setFound] = useState<InferOutput<typeof FoundApplications>["applications"]>([]);
	useEffect(() => {
		if (!maySee) return;
		const controller = new AbortController();
		const { signal } = controller;
		const ask = async () => {
			const address = `/${orgName}/applicants/applications?for=palette`;
			const answer = await askRoute(address, "routes/applicants/applications", FoundApplications, { signal });
			// why nothing is said of a failure: 'Choose another application…' leads to the page that finds them.
			if (answer.ok && !signal.aborted) setFound(answer.data.applications);
		};
		ask().catch((error) => {
			if (!signal.aborted) throw error;
		});
		return () => controller.abort();
	}, [orgName, maySee]);
	return useMemo(
		() =>
			found.map(({ id, title }) => ({
				id: `application-${id}`,
				title: `Go to application ${title}`,
				group: "Pages",
				icon: FolderOpen,
				isSearchedOnly: true,
				keywords: "applicants list show",
				run: () => navigate(`/${orgName}/applicants?application=${encodeURIComponent(id)}`),
			})),
		[found, orgName, navigate],
	);
};
