/** The sitemap: every URL of the portal (§2), in the specification's order, and the module that answers it. */
/** @param {import("@remix-run/dev/dist/config/routes").DefineRoutesFunction} defineRoutes */
export const routes = (defineRoutes) =>
	defineRoutes((route) => {
		// No organisation in the path
		route("/", "routes/organisation/search.tsx", { index: true });

		// Public
		route("/:orgName", "routes/auth/login.tsx", () => {
			route("forgot-password", "routes/auth/request-reset.tsx");
		});
		route("/:orgName/reset-request", "routes/auth/reset-password.tsx");
		route("/:orgName/candidate-info/:publicId", "routes/candidate-info/summary.tsx");
		route("/:orgName/confirm", "routes/auth/confirm-email.tsx");
		route("/:orgName/404", "routes/auth/page-not-found.tsx");
		route("/:orgName/auth", "routes/auth/google-return.tsx");
		route("/:orgName/logout", "routes/auth/logout.tsx");

		// Signed in
		route("/:orgName", "shell/layout.tsx", { id: "shell" }, () => {
			route("applicants", "routes/applicants/list.tsx", () => {
				route("locations", "routes/applicants/locations.tsx");
				route("stage", "routes/applicants/change-stages.tsx");
				route(":applicantId", "routes/applicants/sheet.tsx", () => {
					route("", "routes/applicants/sheet.information.tsx", () => {
						route("", "routes/applicants/no-dialog.tsx", { index: true });
						route("stage", "routes/applicants/change-stage.tsx");
					});
					route("activity-log", "routes/applicants/sheet.activity-log.tsx");
				});
			});
			route("applicants/applications", "routes/applicants/applications.tsx");
			route("applicants/filters", "routes/applicants/filters.tsx");
			route("user-profile", "routes/users/profile.tsx");
			route("search", "routes/search/results.tsx");
			route("notices", "routes/notifications/notices.tsx");
		});
		route("/:orgName/applicants/:applicantId/photo", "routes/applicants/photo.tsx");
		route("/:orgName/applicants/:applicantId/files/:formId/:attachmentId", "routes/applicants/attached-file.tsx");
		route("/:orgName/socket-ticket", "routes/notifications/socket-ticket.tsx");
		route("/:orgName/preferences", "routes/users/preferences.tsx");

		// Anything else
		route("*", "routes/auth/unknown.tsx");
	});
