// Decodes files by the types of the programs that read them, and fails on any attribute that they do not have. Part of deploy/check.
//
//	check-files compose FILE           by Docker Compose's own loader; prints the file with everything filled in, as JSON
//	check-files monitoring < RENDERED  the ServiceMonitors and PrometheusRules of a rendered chart
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/compose-spec/compose-go/v2/cli"
	monitoring "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"sigs.k8s.io/yaml"
)

func main() {
	switch os.Args[1] {
	case "compose":
		checkCompose(os.Args[2])
	case "monitoring":
		checkMonitoring()
	}
}

func checkCompose(file string) {
	options, err := cli.NewProjectOptions([]string{file}, cli.WithOsEnv)
	failOn(err)
	project, err := options.LoadProject(context.Background())
	failOn(err)
	text, err := json.MarshalIndent(project, "", "  ")
	failOn(err)
	fmt.Println(string(text))
}

func checkMonitoring() {
	text, err := io.ReadAll(os.Stdin)
	failOn(err)
	checked := 0
	for _, document := range bytes.Split(text, []byte("\n---\n")) {
		var resource struct{ Kind string }
		failOn(yaml.Unmarshal(document, &resource))
		switch resource.Kind {
		case "ServiceMonitor":
			failOn(yaml.UnmarshalStrict(document, &monitoring.ServiceMonitor{}))
		case "PrometheusRule":
			failOn(yaml.UnmarshalStrict(document, &monitoring.PrometheusRule{}))
		default:
			continue
		}
		checked++
	}
	fmt.Printf("%d resources of the Prometheus operator are valid\n", checked)
	if checked == 0 {
		os.Exit(1)
	}
}

func failOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
