import { useNavigate } from "@remix-run/react";
import { FolderOpen } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { may, mayCall } from "#app/session/may-call";
import type { Command } from "#app/shell/commands";
import { FoundApplications } from "#app/shell/found-applications";
import type { PaletteMemory } from "#app/shell/palette/palette-memory";
import { askRoute } from "#app/shell/palette/route-data";
import { useShell } from "#app/shell/shell-context";

/** For so long the applications are not asked for again. */
const freshForMs = 60_000;

/** Returns a command to the applicants of each application. These are asked for when the palette opens, not by its pages. */
export const useApplicationCommands = (memory: PaletteMemory): readonly Command[] => {
	const { orgName, user } = useShell();
	const navigate = useNavigate();
	const maySee = mayCall(user, may.seeApplicants);
	const [found, setFound] = useState(memory.applications?.found ?? []);
	useEffect(() => {
		if (!maySee || Date.now() < (memory.applications?.at ?? 0) + freshForMs) return;
		const controller = new AbortController();
		const { signal } = controller;
		const ask = async () => {
			const address = `/${orgName}/applicants/applications?for=palette`;
			const answer = await askRoute(address, "routes/applicants/applications", FoundApplications, { signal });
			// why nothing is said of a failure: 'Choose another application…' leads to the page that finds them.
			if (!answer.ok) return;
			memory.applications = { found: answer.data.applications, at: Date.now() };
			if (!signal.aborted) setFound(answer.data.applications);
		};
		ask().catch((error) => {
			if (!signal.aborted) throw error;
		});
		return () => controller.abort();
	}, [orgName, maySee, memory]);
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
