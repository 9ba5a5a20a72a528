SensorFanIn.run()
